import { type RefObject, useEffect, useRef } from 'react';
import { capitalize } from '../../shared/text.ts';
import { formatDate } from '../../shared/dates.ts';
import { purchaseAdminMessages, recordMessages } from '../../shared/messages/admin.ts';
import { findPlan } from '../../shared/plans.ts';
import { adminProblemText } from '../../shared/problems/admin.ts';
import { auditPath } from '../../client/accounts/navigation.ts';
import { errorMessage } from '../../client/api.ts';
import type { Notice } from '../ui/notices.tsx';
import { CardTable, Facts, type TableColumn, Usd } from '../ui/CardTable.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { focusOnMount, useFocusEffect } from '../ui/focus.ts';
import { useApi } from '../data/use-api.tsx';
import type { PurchaseDetails, PurchasePayment, PurchaseSection } from './PurchaseForm.tsx';
import { PurchaseEvents } from './PurchaseEvents.tsx';
import { PurchaseAdjustment, PurchaseHoldItem, PurchaseReattribution } from './PurchaseChanges.tsx';
import { formatUsd } from '../../shared/money.ts';

interface Props {
  readonly ref: RefObject<HTMLElement | null>;
  readonly id: string;
  readonly notify: (notice: Notice | null) => void;
  /** Called after a change of the purchase, so that the list is loaded again. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The details of a purchase, and the forms that change it. Takes the focus when it opens. */
export function PurchasePanel({ ref, id, notify, onChanged, onClose }: Props) {
  useFocusEffect(ref, focusOnMount);
  const {
    data: purchase,
    failure,
    loading,
    reload,
    replace,
  } = useApi('GET /api/purchases/:id', { params: { id } });
  const failureText = (message: string) => adminProblemText('purchase-load-failed', message);

  /** False after the panel was closed. Then it reports only failures, with the order id. */
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const reloadAll = async (): Promise<string | null> => {
    onChanged();
    const failed = await reload();
    return failed && failureText(errorMessage(failed));
  };

  const part = {
    notify: (notice: Notice | null) => {
      if (open.current) notify(notice);
      else if (notice?.kind === 'error')
        notify({ kind: 'error', text: `${purchase?.order_id ?? id}: ${notice.text}`, detail: notice.detail });
    },
    reload: reloadAll,
    onChange: (changed: PurchaseDetails) => {
      replace(changed);
      void reloadAll();
    },
  };
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className="panel purchase-panel"
      data-tab="Purchase"
      aria-labelledby="purchase"
    >
      <h2 id="purchase">{`Purchase ${purchase?.order_id ?? ''}`}</h2>
      {failure !== null && (
        <TryAgain text={failureText(failure)} busy={loading} onRetry={() => void reload()} />
      )}
      {!purchase && failure === null && <Waiting text={purchaseAdminMessages.loadingPurchase} />}
      {purchase && (
        <>
          <Facts rows={factsOf(purchase)} />
          <PurchasePayments purchase={purchase} {...part} />
          <PurchaseEvents purchase={purchase} {...part} />
          <PurchaseReattribution purchase={purchase} {...part} />
          <p>
            <a href={auditPath(id)}>{recordMessages.changes}</a>
          </p>
        </>
      )}
      <div className="form-actions">
        <button type="button" className="button" onClick={onClose}>
          {purchaseAdminMessages.close}
        </button>
      </div>
    </section>
  );
}

function factsOf({
  order_id,
  payer_email,
  payer_id,
  plan,
  state,
  affiliate,
  code,
  created_at,
}: PurchaseDetails) {
  return [
    ['Order', <code key="order">{order_id}</code>],
    ['Buyer', payer_email ?? 'Address removed'],
    ['Payer', payer_id ?? 'Unknown'],
    ['Plan', findPlan(plan)?.name ?? plan],
    ['State', capitalize(state)],
    ['Affiliate', affiliate ? `${affiliate.name} (${affiliate.code})` : 'None'],
    ['Code', code ?? 'None'],
    ['Recorded', formatDate(created_at)],
  ] as const;
}

/** The payments of a purchase with refunds, disputes, holds and ledger entries. */
function PurchasePayments(part: PurchaseSection) {
  const { payments } = part.purchase;
  if (payments.length === 0) return <p className="soft">No payment has been recorded.</p>;
  return payments.map((payment) => <Payment key={payment.id} payment={payment} {...part} />);
}

function Payment({ payment, ...part }: PurchaseSection & { readonly payment: PurchasePayment }) {
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
}

const columns: readonly TableColumn<PurchasePayment['entries'][number]>[] = [
  { label: 'Date', cell: ({ occurred_at }) => formatDate(occurred_at) },
  { label: 'Affiliate', cell: ({ affiliate }) => <code>{affiliate.code}</code> },
  { label: 'Type', cell: ({ kind }) => capitalize(kind) },
  { label: 'Amount', look: 'number', cell: ({ amount_cents }) => <Usd cents={amount_cents} /> },
  { label: 'Calculation', cell: ({ explanation }) => explanation },
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
