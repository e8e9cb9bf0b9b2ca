import type { AnswerOf } from '../../client/api.ts';
import { formatDate } from '../../shared/dates.ts';
import { earningsMessages, entryKindNames } from '../../shared/messages/affiliate.ts';
import { CardTable, type TableColumn, Usd } from '../ui/CardTable.tsx';
import { Section } from '../ui/Section.tsx';

/** An entry of an affiliate's ledger. Signed US cents. */
export type LedgerEntry = AnswerOf<'GET /api/affiliates/entries'>['entries'][number];

/** The newest entries of an affiliate's ledger, with a link to all. */
export function RecentEntries({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  return (
    <Section id="referrals" tab="Recent" heading="Recent Referrals">
      <div className="entries newest-entries">
        <CardTable caption="Recent Referrals" columns={entryColumns} rows={entries} keyOf={({ id }) => id} />
      </div>
      <p>
        <a href="/affiliate-commissions">{earningsMessages.allEntries}</a>
      </p>
    </Section>
  );
}

/** The columns of a table of entries. */
export const entryColumns: readonly TableColumn<LedgerEntry>[] = [
  { label: 'Date', cell: ({ date }) => formatDate(date) },
  { label: 'Plan', cell: ({ plan }) => plan },
  { label: 'Type', cell: ({ kind }) => entryKindNames[kind] },
  { label: 'Calculation', cell: ({ explanation }) => explanation },
  { label: 'State', cell: ({ state }) => state },
  { label: 'Commission', kind: 'number', cell: ({ amount_cents }) => <Usd cents={amount_cents} /> },
];
