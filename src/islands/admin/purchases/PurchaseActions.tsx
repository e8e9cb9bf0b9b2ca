import { formatMoment } from '../../../shared/dates.ts';
import { refundMessages as texts } from '../../../shared/messages/refunds.ts';
import { formatUsd } from '../../../shared/money.ts';
import { BusyButton } from '../../ui/buttons.tsx';
import type { PurchaseAction, PurchaseDetails, PurchaseSection } from './PurchaseForm.tsx';

/** The requests to PayPal about a purchase: refunds by admins, and the buyer's cancellation. Newest first. Times are UTC. */
export function PurchaseActions({ purchase, notify, reload }: PurchaseSection) {
  const { actions, payments } = purchase;
  if (actions.length === 0) return null;
  const checkAgain = async () => {
    const failure = await reload();
    notify(failure === null ? null : { kind: 'error', text: failure });
  };
  return (
    <section aria-labelledby="purchase-actions">
      <h3 id="purchase-actions">{texts.requests}</h3>
      <ul className="requests">
        {actions.map((action) => (
          <li key={action.id}>
            <Action action={action} payments={payments} />
          </li>
        ))}
      </ul>
      {actions.some(({ state }) => state === 'waiting') && (
        <BusyButton label={texts.checkAgain} busyLabel={texts.checking} onPress={checkAgain} />
      )}
    </section>
  );
}

type Payments = PurchaseDetails['payments'];

function Action({ action, payments }: { readonly action: PurchaseAction; readonly payments: Payments }) {
  const { state, reason, error, refund_id: refundId, requested_at: requestedAt } = action;
  const isPending = isOnTheWay(action, payments);
  return (
    <>
      <p>
        <strong>{describeAction(action, payments)}</strong>
        <span>{`: ${isPending ? 'accepted' : state}`}</span>
      </p>
      {isPending && <p>{texts.pending}</p>}
      {state === 'waiting' && !isPending && <p>{texts.waits}</p>}
      {error !== null && !isPending && <p>{state === 'refused' ? error : texts.lastAttempt(error)}</p>}
      {reason !== null && <p className="soft">{texts.reason(reason)}</p>}
      <p className="soft">
        <span>{'Requested '}</span>
        <time dateTime={requestedAt}>{formatMoment(requestedAt)}</time>
        <span>{` UTC by ${requesterOf(action)}`}</span>
        {refundId !== null && <span>{', '}</span>}
        {refundId !== null && <code>{refundId}</code>}
      </p>
    </>
  );
}

/** True for a refund that PayPal has accepted, while the money is not back yet. */
function isOnTheWay({ kind, state, refund_id: id }: PurchaseAction, payments: Payments): boolean {
  const isRecorded = payments.some(({ refunds }) => refunds.some(({ refund_id }) => refund_id === id));
  return kind === 'refund' && state !== 'refused' && id !== null && !isRecorded;
}

function describeAction(
  { kind, payment_id: paymentId, amount_cents: cents }: PurchaseAction,
  payments: Payments,
) {
  if (kind === 'cancel') return 'Cancellation';
  const sequence = payments.find(({ id }) => id === paymentId)?.sequence;
  return `Refund of ${formatUsd(cents ?? 0)}${payments.length > 1 ? `, payment ${String(sequence)}` : ''}`;
}

function requesterOf({ requested_by: account, requester_email: email }: PurchaseAction): string {
  return account === 'buyer' ? 'the buyer' : (email ?? account);
}
