import { capitalize } from '../../shared/text.ts';
import { formatDate } from '../../shared/dates.ts';
import { formatUsd } from '../../shared/money.ts';
import { CardTable, type TableColumn, Usd } from '../ui/CardTable.tsx';
import { PurchaseAdjustment, PurchaseHoldItem } from './PurchaseChanges.tsx';
import type { PurchasePart } from './PurchaseForm.tsx';
import type { PurchasePayment } from './purchase-record.ts';

const columns: readonly TableColumn<PurchasePayment['entries'][number]>[] = [
  { label: 'Date', cell: ({ occurred_at }) => formatDate(occurred_at) },
  { label: 'Affiliate', cell: ({ affiliate }) => <code>{affiliate.code}</code> },
  { label: 'What', cell: ({ kind }) => capitalize(kind) },
  { label: 'Amount', look: 'number', cell: ({ amount_cents }) => <Usd cents={amount_cents} /> },
  { label: 'How', cell: ({ explanation }) => explanation },
];

const Entries = ({ payment: { entries, sequence } }: { readonly payment: PurchasePayment }) =>
  entries.length > 0 && (
    <CardTable
      caption={`Ledger entries of payment ${String(sequence)}`}
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
    />
  );

const Payment = ({ payment, ...part }: PurchasePart & { readonly payment: PurchasePayment }) => {
  const { payment_id, sequence, state, amount_cents, paid_at, refunds, disputes, holds, no_commission } =
    payment;
  return (
    <section aria-labelledby={`payment-${payment.id}`}>
      <h3 id={`payment-${payment.id}`}>{`Payment ${String(sequence)}: ${formatUsd(amount_cents)}`}</h3>
      <ul className="changes">
        <li>
          <span>{`${capitalize(state)}, ${formatDate(paid_at)},`}</span> <code>{payment_id}</code>
        </li>
        {refunds.map((refund) => (
          <li key={refund.refund_id}>
            <span>
              {`${capitalize(refund.kind)} of ${formatUsd(refund.amount_cents)}, ${formatDate(refund.refunded_at)},`}
            </span>{' '}
            <code>{refund.refund_id}</code>
          </li>
        ))}
        {disputes.map((dispute) => (
          <li key={dispute.dispute_id}>
            <span>{`Dispute, ${dispute.state}, opened ${formatDate(dispute.opened_at)},`}</span>{' '}
            <code>{dispute.dispute_id}</code>
          </li>
        ))}
        {holds.map((hold) => (
          <PurchaseHoldItem key={hold.id} hold={hold} {...part} />
        ))}
      </ul>
      {no_commission && <p className="soft">{no_commission.text}</p>}
      <Entries payment={payment} />
      {payment.entries.length > 0 && payment.refunds.length > 0 && (
        <PurchaseAdjustment payment={payment} {...part} />
      )}
    </section>
  );
};

/** The payments of a purchase: what came, what went back, what is held, and what each earned whom. */
export const PurchasePayments = (part: PurchasePart) => {
  const { payments } = part.purchase;
  if (payments.length === 0) return <p className="soft">No payment has been recorded.</p>;
  return payments.map((payment) => <Payment key={payment.id} payment={payment} {...part} />);
};
