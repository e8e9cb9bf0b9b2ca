import { affiliatePath } from '../../../client/accounts/navigation.ts';
import { monthName } from '../../../shared/dates.ts';
import { payoutMessages as texts } from '../../../shared/messages/payouts.ts';
import { formatUsd } from '../../../shared/money.ts';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import type { Payouts } from './run/payout-run.ts';
import { Section } from '../../ui/Section.tsx';
import { affiliateLabel } from '../../ui/affiliate-label.ts';

const columns: readonly TableColumn<Payouts['unpaid'][number]>[] = [
  { label: 'Month', cell: ({ month }) => monthName(month) },
  {
    label: 'Affiliate',
    heads: true,
    cell: ({ affiliate }) => <a href={affiliatePath(affiliate)}>{affiliateLabel(affiliate)}</a>,
  },
  { label: 'Balance', kind: 'number', cell: ({ closing_cents }) => formatUsd(closing_cents) },
  { label: 'Reason', cell: ({ reason }) => texts.unpaidReasons[reason] },
];

/** Balances that are due but cannot be paid before an admin acts. */
export function PayoutUnpaid({ balances }: { readonly balances: readonly Payouts['unpaid'][number][] }) {
  return (
    balances.length > 0 && (
      <Section id="unpaid" tab="Due" heading="Due, but can’t be paid yet">
        <p>{texts.unpaidHint}</p>
        <CardTable
          caption="Balances that are due"
          columns={columns}
          rows={balances}
          keyOf={({ affiliate }) => affiliate.id}
        />
      </Section>
    )
  );
}
