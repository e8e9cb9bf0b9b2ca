import { useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { problemCode } from '../../../client/api.ts';
import { purchaseAdminMessages } from '../../../shared/messages/admin.ts';
import { refundMessages as texts } from '../../../shared/messages/refunds.ts';
import { centsToDecimal, decimalToCents } from '../../../shared/money.ts';
import { useAsk } from '../../ui/ask.ts';
import type { Notice } from '../../ui/notices.tsx';
import {
  type PurchaseDetails,
  PurchaseForm,
  type PurchasePayment,
  type PurchaseSection,
  reasonError,
  reasonField,
} from './PurchaseForm.tsx';

type Props = PurchaseSection & { readonly payment: PurchasePayment };

/** Refunds a payment or a part of it through PayPal, with a reason, after a question. */
export function PurchaseRefund({ payment, ...section }: Props) {
  const { purchase, reload } = section;
  const { refundable_cents: left } = payment;
  const ask = useAsk();
  const box = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** The idempotency key: a second try after a lost answer is the same refund. */
  const id = useRef(uuidv7());

  const isWaiting = purchase.actions.some(
    ({ payment_id, state }) => payment_id === payment.id && state === 'waiting',
  );
  // An open form stays, so that nothing typed is lost when a reload shows the refund of another admin.
  if (!isOpen && (left === 0 || isWaiting)) return null;

  const showResult = (changed: PurchaseDetails): Notice => {
    const result = refundResult(changed, id.current);
    id.current = uuidv7();
    if (result.kind === 'success' && box.current) box.current.open = false;
    return result;
  };

  return (
    <details
      ref={box}
      className="disclosure"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary className="button">{texts.open}</summary>
      <PurchaseForm
        {...section}
        fields={[
          {
            name: 'amountCents',
            label: 'Amount in dollars',
            maxLength: 12,
            inputMode: 'decimal',
            defaultValue: centsToDecimal(left),
            hint: left === 0 ? texts.nothingLeft : texts.all(left),
          },
          reasonField,
        ]}
        note={texts.follows}
        label={texts.refund}
        busyLabel={texts.refunding}
        done={showResult}
        disappears
        check={(read) => {
          const cents = decimalToCents(read('amountCents').trim()) ?? 0;
          if (cents <= 0) return { amountCents: purchaseAdminMessages.amountWanted };
          if (cents > left) return { amountCents: left === 0 ? texts.nothingLeft : texts.tooLarge(left) };
          return { reason: reasonError(read('reason')) };
        }}
        send={async (read) => {
          const amountCents = decimalToCents(read('amountCents').trim()) ?? 0;
          const question = { text: texts.confirm(amountCents), detail: consequences(purchase, payment) };
          if (!(await ask({ ...question, action: texts.confirmAction(amountCents), isFinal: true })))
            return null;
          const answer = await authFetch('POST /api/purchases/:id/refund', {
            params: { id: purchase.id },
            body: { id: id.current, paymentId: payment.id, amountCents, reason: read('reason').trim() },
          });
          if (answer.ok) return answer;
          // The earlier refund with this id is in the reloaded list, and the next press is another refund.
          if (problemCode(answer.data) === 'refund-differs') id.current = uuidv7();
          if (answer.status === 409 || answer.status === 422) void reload();
          return answer;
        }}
      />
    </details>
  );
}

/** Returns the consequences of the refund, for the question before it. */
function consequences({ type, state }: PurchaseDetails, { disputes }: PurchasePayment): string {
  const renews = type === 'subscription' && (state === 'active' || state === 'suspended');
  const isDisputed = disputes.some((dispute) => dispute.state === 'open');
  return [isDisputed && texts.disputed, renews && texts.renews].filter(Boolean).join(' ');
}

/** Returns how far a refund is in the changed purchase. */
function refundResult({ actions, payments }: PurchaseDetails, id: string): Notice {
  const action = actions.find((row) => row.id === id);
  if (action?.state === 'refused') return { kind: 'error', text: texts.refused(action.error ?? '') };
  // PayPal has accepted a refund with an id, although the money may still be on its way.
  if (!action || action.refund_id === null) return { kind: 'success', text: texts.waits };
  const isRecorded = payments.some(({ refunds }) =>
    refunds.some(({ refund_id }) => refund_id === action.refund_id),
  );
  const cents = action.amount_cents ?? 0;
  return { kind: 'success', text: isRecorded ? texts.done(cents) : texts.accepted(cents) };
}
