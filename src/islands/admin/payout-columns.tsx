import { formatDate, monthName } from '../../shared/dates.ts';
import { payoutMessages as texts } from '../../shared/messages/payouts.ts';
import { formatUsd } from '../../shared/money.ts';
import { auditPath } from '../ui/record-links.ts';
import type { Column } from '../ui/RecordTable.tsx';
import type { PayoutRecord } from './payout-record.ts';

const statementOf = ({ affiliate, month }: PayoutRecord): string =>
  `/affiliate-statements?${new URLSearchParams({ affiliate: affiliate.id, month }).toString()}`;

const Month = ({ payout }: { readonly payout: PayoutRecord }) => (
  <a href={statementOf(payout)}>
    <span>{monthName(payout.month)}</span>
    <span className="visually-hidden">
      {`: statement of ${payout.affiliate.name} (${payout.affiliate.code})`}
    </span>
  </a>
);

const PaysTo = ({ payout: { payout_email, reference } }: { readonly payout: PayoutRecord }) => (
  <div className="payment-email">
    <p>{payout_email ?? texts.forgotten}</p>
    <p className="soft small">
      Reference <code>{reference}</code>
    </p>
  </div>
);

const on = (label: string, date: string | null): string =>
  date === null ? label : `${label} ${formatDate(date)}`;

/** The last step of a payout, with a link to the audit log, which names the admin. */
const Done = ({ payout, said }: { readonly payout: PayoutRecord; readonly said: string }) => (
  <p>
    <a href={auditPath(payout.id)}>
      <span>{said}</span>
      <span className="visually-hidden">
        {`: by whom, ${payout.affiliate.name} (${payout.affiliate.code})`}
      </span>
    </a>
  </p>
);

const State = ({ payout }: { readonly payout: PayoutRecord }) => {
  const { state, approved_at, exported_at, paid_at, transaction_id, rejected_at, rejected_reason } = payout;
  if (state === 'proposed') return texts.states.proposed;
  if (state === 'approved')
    return (
      <div>
        <Done payout={payout} said={on(texts.states.approved, approved_at)} />
        {exported_at !== null && <p className="soft small">{on(texts.wasExported, exported_at)}</p>}
      </div>
    );
  if (state === 'rejected')
    return (
      <div>
        <Done payout={payout} said={on(texts.states.rejected, rejected_at)} />
        <p className="soft small">{rejected_reason}</p>
      </div>
    );
  return (
    <div>
      <Done payout={payout} said={on(texts.states.paid, paid_at)} />
      <p className="soft small">
        Transaction <code>{transaction_id}</code>
      </p>
    </div>
  );
};

const Anomalies = ({ payout: { anomalies, state } }: { readonly payout: PayoutRecord }) => {
  if (anomalies.length === 0)
    return state === 'proposed' || state === 'approved' ? (
      <span className="soft">{texts.nothing}</span>
    ) : null;
  return (
    <ul className="anomalies">
      {anomalies.map(({ code, text }) => (
        <li key={code}>{text}</li>
      ))}
    </ul>
  );
};

/** The payouts' table. */
export const payoutColumns: readonly Column<PayoutRecord>[] = [
  { label: 'Month', cell: (payout) => <Month payout={payout} /> },
  {
    label: 'Affiliate',
    heads: true,
    cell: ({ affiliate }) => (
      <div>
        <p>{affiliate.name}</p>
        <code>{affiliate.code}</code>
      </div>
    ),
  },
  { label: 'Amount', look: 'number', cell: ({ amount_cents }) => formatUsd(amount_cents) },
  { label: 'Pays to', cell: (payout) => <PaysTo payout={payout} /> },
  { label: 'Worth a look', cell: (payout) => <Anomalies payout={payout} /> },
  { label: 'State', cell: (payout) => <State payout={payout} /> },
];
