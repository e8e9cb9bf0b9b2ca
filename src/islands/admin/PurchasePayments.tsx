import { formatDate } from '../../shared/dates.ts';
import { formatUsd } from '../../shared/money.ts';
import { PurchaseHoldItem } from './PurchaseHoldItem.tsx';
import type { PurchasePart } from './PurchasePanel.tsx';
import { asTitle, type PurchasePayment } from './purchase-record.ts';

const heads = ['Date', 'Affiliate', 'What', 'Amount', 'How'] as const;

const Entries = ({ payment }: { readonly payment: PurchasePayment }) => {
  if (payment.entries.length === 0) return <p className="soft">It has earned nobody a commission.</p>;
  return (
    <div className="table-wrap">
      <table className="table-cards">
        <caption className="visually-hidden">Ledger entries of payment {payment.sequence}</caption>
        <thead>
          <tr>
            {heads.map((label) => (
              <th key={label} scope="col" className={label === 'Amount' ? 'number' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {payment.entries.map((entry) => (
            <tr key={entry.id}>
              <td data-label="Date">{formatDate(entry.occurred_at)}</td>
              <td data-label="Affiliate">
                <code>{entry.affiliate.code}</code>
              </td>
              <td data-label="What">{asTitle(entry.kind)}</td>
              <td data-label="Amount" className="number">
                {formatUsd(entry.amount_cents)}
              </td>
              <td data-label="How">{entry.explanation}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Payment = ({ payment, ...part }: PurchasePart & { readonly payment: PurchasePayment }) => {
  const { payment_id, sequence, state, amount_cents, paid_at, refunds, disputes, holds } = payment;
  return (
    <section aria-labelledby={`payment-${payment.id}`}>
      <h3 id={`payment-${payment.id}`}>
        Payment {sequence}: {formatUsd(amount_cents)}
      </h3>
      <ul className="changes">
        <li>
          {asTitle(state)}, {formatDate(paid_at)}, <code>{payment_id}</code>
        </li>
        {refunds.map((refund) => (
          <li key={refund.refund_id}>
            {asTitle(refund.kind)} of {formatUsd(refund.amount_cents)}, {formatDate(refund.refunded_at)},{' '}
            <code>{refund.refund_id}</code>
          </li>
        ))}
        {disputes.map((dispute) => (
          <li key={dispute.dispute_id}>
            Dispute, {dispute.state}, opened {formatDate(dispute.opened_at)},{' '}
            <code>{dispute.dispute_id}</code>
          </li>
        ))}
        {holds.map((hold) => (
          <PurchaseHoldItem key={hold.id} hold={hold} {...part} />
        ))}
      </ul>
      <Entries payment={payment} />
    </section>
  );
};

/** The payments of a purchase: what came, what went back, what is held, and what each earned whom. */
export const PurchasePayments = (part: PurchasePart) => {
  const { payments } = part.purchase;
  if (payments.length === 0) return <p className="soft">No payment has been recorded.</p>;
  return payments.map((payment) => <Payment key={payment.id} payment={payment} {...part} />);
};
