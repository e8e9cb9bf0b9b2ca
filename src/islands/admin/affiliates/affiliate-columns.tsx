import { Cut } from '../../ui/CardTable.tsx';
import { businessDaysBetween, formatDate } from '../../../shared/dates.ts';
import { formatUsd } from '../../../shared/money.ts';
import { count } from '../../../shared/text.ts';
import { reviewBusinessDays } from '../../../client/accounts/review-days.ts';
import { activationText } from '../../affiliate/activation.tsx';
import type { Column } from '../../ui/RecordTable.tsx';
import type { AffiliateRecord } from './AffiliateForm.tsx';

export const affiliateColumns: readonly Column<AffiliateRecord>[] = [
  {
    label: 'Name',
    sort: 'name',
    heads: true,
    cell: ({ name }) => <Cut text={name} />,
    below: { label: 'Email', sort: 'email', cell: ({ email }) => email !== null && <Cut text={email} /> },
  },
  {
    label: 'Code',
    sort: 'code',
    cell: ({ code }) => (
      <code className="cut" title={code}>
        {code}
      </code>
    ),
    below: {
      label: 'ID',
      cell: ({ id }) => (
        <code className="record-id" title={id}>
          {id}
        </code>
      ),
    },
  },
  {
    label: 'Status',
    sort: 'date_activated',
    cell: (record) => (record.email === null ? 'Closed' : activationText(record)),
    below: { label: 'Waiting', sort: 'waiting', cell: (record) => <Waiting record={record} /> },
  },
  {
    label: 'Date created',
    sort: 'date_created',
    minor: true,
    cell: (record) => formatDate(record.date_created),
    below: {
      label: 'Referred by',
      cell: ({ referred_by }) => referred_by !== null && <Cut text={referred_by} />,
    },
  },
  { label: 'Sales', kind: 'number', cell: ({ sales }) => sales.toLocaleString('en-US') },
  { label: 'Earnings', kind: 'number', cell: ({ earnings_cents }) => formatUsd(earnings_cents) },
];

/** True if the application waits for an admin's decision. */
export function isWaiting({ application_state: state, email }: AffiliateRecord): boolean {
  return state === 'waiting' && email !== null;
}

/** Business days by which the review of an application is late. Zero or less while it is in time. */
export function overdueDays({ date_created }: AffiliateRecord): number {
  return businessDaysBetween(new Date(date_created), new Date()) - reviewBusinessDays;
}

/** The business days that an application has waited, or is overdue; or that it was declined. */
export function Waiting({ record }: { readonly record: AffiliateRecord }) {
  if (record.email !== null && record.application_state === 'declined') return 'Declined';
  if (!isWaiting(record)) return null;
  const late = overdueDays(record);
  const days = late + reviewBusinessDays;
  const waitingText = days === 0 ? 'Today' : count(days, 'business day');
  return (
    <span className="waiting-time" data-overdue={late > 0 || undefined}>
      {late > 0 ? `Overdue by ${count(late, 'business day')}` : waitingText}
    </span>
  );
}
