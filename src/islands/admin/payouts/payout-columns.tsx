import { formatDate, monthName } from '../../../shared/dates.ts';
import { payoutMessages as texts } from '../../../shared/messages/payouts.ts';
import { formatUsd } from '../../../shared/money.ts';
import { claimedUntil } from '../../../shared/payout-file.ts';
import { capitalize } from '../../../shared/text.ts';
import { auditPath } from '../../../client/accounts/navigation.ts';
import type { Column } from '../../ui/RecordTable.tsx';
import type { PayoutRecord } from './run/payout-run.ts';
import { affiliateLabel } from '../../ui/affiliate-label.ts';

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
  { label: 'Amount', kind: 'number', cell: ({ amount_cents }) => formatUsd(amount_cents) },
  { label: 'Pays to', cell: (payout) => <PaysTo payout={payout} /> },
  { label: 'Checks', cell: (payout) => <Anomalies payout={payout} /> },
  { label: 'State', cell: (payout) => <State payout={payout} /> },
];

function Month({ payout }: { readonly payout: PayoutRecord }) {
  return (
    <a href={statementPath(payout)}>
      <span>{`${monthName(payout.month, 'short')} ${payout.month.slice(0, 4)}`}</span>
      <span className="visually-hidden">{`: statement for ${affiliateLabel(payout.affiliate)}`}</span>
    </a>
  );
}

function PaysTo({ payout: { payout_email, reference } }: { readonly payout: PayoutRecord }) {
  return (
    <div className="payment-email">
      <p>{payout_email ?? texts.addressRemoved}</p>
      <p className="soft small">
        <span className="cell-label">Reference</span> <code>{reference}</code>
      </p>
    </div>
  );
}

function Anomalies({ payout: { anomalies, state, result } }: { readonly payout: PayoutRecord }) {
  if (anomalies.length === 0)
    return (state === 'proposed' || state === 'approved') && result === null ? (
      <span className="soft">{texts.noAnomalies}</span>
    ) : null;
  return <strong>{capitalize(anomalies.map(({ code }) => texts.warnings[code]).join(', '))}</strong>;
}

function State({ payout }: { readonly payout: PayoutRecord }) {
  const { state, approved_at, exported_at, paid_at, transaction_id, rejected_at, rejected_reason } = payout;
  if (payout.result !== null) return <Result payout={payout} result={payout.result} />;
  if (state === 'proposed') return texts.states.proposed;
  if (state === 'approved')
    return (
      <div>
        <LastStep payout={payout} text={withDate(texts.states.approved, approved_at)} />
        {exported_at !== null && <p className="soft small">{withDate(texts.wasExported, exported_at)}</p>}
      </div>
    );
  if (state === 'rejected')
    return (
      <div>
        <LastStep payout={payout} text={withDate(texts.states.rejected, rejected_at)} />
        <p className="soft small">{rejected_reason}</p>
      </div>
    );
  return (
    <div>
      <LastStep payout={payout} text={withDate(texts.states.paid, paid_at)} />
      <p className="soft small">
        <span className="cell-label">Transaction</span> <code>{transaction_id}</code>
      </p>
    </div>
  );
}

interface ResultProps {
  readonly payout: PayoutRecord;
  readonly result: NonNullable<PayoutRecord['result']>;
}

/** The result of a payment that PayPal could not complete. */
function Result({ payout, result }: ResultProps) {
  const { result_at: at, transaction_id } = payout;
  return (
    <div>
      <LastStep payout={payout} text={withDate(texts.results[result], at)} />
      {result === 'unclaimed' && at !== null && (
        <p className="small">{texts.unclaimedUntil(formatDate(claimedUntil(at)))}</p>
      )}
      {transaction_id !== null && (
        <p className="soft small">
          <span className="cell-label">Transaction</span> <code>{transaction_id}</code>
        </p>
      )}
    </div>
  );
}

/** The last step of a payout, with a link to the audit log, which names the admin. */
function LastStep({ payout, text }: { readonly payout: PayoutRecord; readonly text: string }) {
  return (
    <p>
      <a href={auditPath(payout.id)}>
        <span>{text}</span>
        <span className="visually-hidden">{`: who did it, ${affiliateLabel(payout.affiliate)}`}</span>
      </a>
    </p>
  );
}

function withDate(label: string, date: string | null): string {
  return date === null ? label : `${label} ${formatDate(date)}`;
}

function statementPath({ affiliate, month }: PayoutRecord): string {
  return `/affiliate-statements?${new URLSearchParams({ affiliate: affiliate.id, month }).toString()}`;
}
