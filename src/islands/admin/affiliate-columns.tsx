import { businessDaysBetween, formatDate } from '../../shared/dates.ts';
import { activationText, reviewBusinessDays } from '../affiliate/activation.tsx';
import type { Column } from '../ui/RecordTable.tsx';
import type { AffiliateRecord } from './affiliate-record.ts';

/** How long an application has waited, so that the promised days of review can be kept. */
const Waiting = ({ record }: { readonly record: AffiliateRecord }) => {
  if (record.date_activated !== null || record.email === null) return null;
  const days = businessDaysBetween(new Date(record.date_created), new Date());
  const late = days > reviewBusinessDays;
  return (
    <span className="waiting-time" data-overdue={late || undefined}>
      {(days === 1 ? '1 business day' : `${String(days)} business days`) + (late ? ', overdue' : '')}
    </span>
  );
};

/** The affiliates' table. */
export const affiliateColumns: readonly Column<AffiliateRecord>[] = [
  { label: 'Name', sort: 'name', heads: true, cell: ({ name }) => name },
  { label: 'Email', sort: 'email', cell: ({ email }) => email },
  { label: 'Code', sort: 'code', cell: ({ code }) => <code>{code}</code> },
  {
    label: 'Status',
    sort: 'date_activated',
    cell: (record) => (record.email === null ? 'Closed' : activationText(record)),
  },
  { label: 'Referred By', cell: (record) => record.referred_by },
  { label: 'Date Created', sort: 'date_created', cell: (record) => formatDate(record.date_created) },
  { label: 'Waiting', cell: (record) => <Waiting record={record} /> },
  {
    label: 'ID',
    cell: ({ id }) => (
      <code className="record-id" title={id}>
        {id}
      </code>
    ),
  },
];
