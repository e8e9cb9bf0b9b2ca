import { May } from '../../data/role.tsx';
import { formatDate } from '../../../shared/dates.ts';
import { purchaseAdminMessages as texts } from '../../../shared/messages/admin.ts';
import { formatUsd } from '../../../shared/money.ts';
import { capitalize } from '../../../shared/text.ts';
import { CardTable, Facts, type TableColumn, Usd } from '../../ui/CardTable.tsx';
import { PurchaseAdjustment, PurchaseHoldItem } from './PurchaseChanges.tsx';
import type { PurchasePayment, PurchaseSection } from './PurchaseForm.tsx';
import { PurchaseRefund } from './PurchaseRefund.tsx';

/** The payments of a purchase with refunds, disputes, holds and ledger entries. */
export function PurchasePayments(section: PurchaseSection) {
  const { payments } = section.purchase;
  if (payments.length === 0) return <p className="soft">No payment has been recorded.</p>;
  return payments.map((payment) => <PaymentSection key={payment.id} payment={payment} {...section} />);
}

function PaymentSection({ payment, ...section }: PurchaseSection & { readonly payment: PurchasePayment }) {
  const { sequence, amount_cents, refunds, disputes, holds, no_commission } = payment;
  return (
    <section aria-labelledby={`payment-${payment.id}`}>
      <h3 id={`payment-${payment.id}`}>{`Payment ${String(sequence)}: ${formatUsd(amount_cents)}`}</h3>
      <Facts rows={factsOf(payment)} />
      {refunds.length + disputes.length + holds.length > 0 && (
        <ul className="changes">
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
            <PurchaseHoldItem key={hold.id} hold={hold} {...section} />
          ))}
        </ul>
      )}
      {no_commission && <p className="soft">{no_commission.text}</p>}
      <Entries payment={payment} />
      <May role="finance">
        <PurchaseRefund payment={payment} {...section} />
        {payment.entries.length > 0 && payment.refunds.length > 0 && (
          <PurchaseAdjustment payment={payment} {...section} />
        )}
      </May>
    </section>
  );
}

function factsOf({ payment_id, paypal_url, sequence, state, paid_at }: PurchasePayment) {
  return [
    ['State', capitalize(state)],
    ['Date', formatDate(paid_at)],
    [
      'Transaction',
      <span key="transaction" className="with-button">
        <code>{payment_id}</code>
        <a href={paypal_url} target="_blank" rel="noopener">
          <span>{texts.viewAtPayPal}</span>
          <span className="visually-hidden">{texts.opensNewTab(`payment ${String(sequence)}`)}</span>
        </a>
      </span>,
    ],
  ] as const;
}

const columns: readonly TableColumn<PurchasePayment['entries'][number]>[] = [
  { label: 'Date', cell: ({ occurred_at }) => formatDate(occurred_at) },
  {
    label: 'Entry',
    cell: ({ kind, affiliate, explanation }) => (
      <div>
        <p>
          <span>{`${capitalize(kind)},`}</span> <code>{affiliate.code}</code>
        </p>
        <p className="soft">{explanation}</p>
      </div>
    ),
  },
  { label: 'Amount', kind: 'number', cell: ({ amount_cents }) => <Usd cents={amount_cents} /> },
];

function Entries({ payment: { entries, sequence } }: { readonly payment: PurchasePayment }) {
  return (
    entries.length > 0 && (
      <CardTable
        caption={`Ledger entries of payment ${String(sequence)}`}
        columns={columns}
        rows={entries}
        keyOf={({ id }) => id}
      />
    )
  );
}
