import { useRef } from 'react';
import { formatDate } from '../../shared/dates.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { purchaseAdminMessages as texts, recordMessages } from '../../shared/messages/admin.ts';
import { decimalToCents } from '../../shared/money.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { PurchaseForm, type PurchasePart } from './PurchaseForm.tsx';
import {
  adjust,
  type PurchaseHold,
  type PurchasePayment,
  reattribute,
  releaseHold,
} from './purchase-record.ts';

const reasonField = { name: 'reason', label: 'Reason', maxLength: maxLengths.reason } as const;

const reasonError = (reason: string) => (reason.trim() === '' ? problemText('reason-required') : undefined);

const holdReasons: Readonly<Record<string, string>> = {
  'self-referral': 'the buyer is the affiliate',
  dispute: 'the buyer disputes the payment',
  review: 'to be reviewed',
};

/** A hold on a commission, with a form to release an open hold. */
export function PurchaseHoldItem({ hold, ...part }: PurchasePart & { readonly hold: PurchaseHold }) {
  const { purchase, notify, reload } = part;
  const who = hold.released_by === 'provider' ? 'by the payment provider' : 'by an admin';
  return (
    <li>
      <span>{`On hold since ${formatDate(hold.placed_at)}: ${holdReasons[hold.reason] ?? hold.reason}.`}</span>
      {hold.released_at === null ? (
        <PurchaseForm
          {...part}
          fields={[{ ...reasonField, label: 'Why it is released' }]}
          label={texts.releaseHold}
          busyLabel={texts.releasingHold}
          done={texts.holdReleased}
          disappears
          check={(read) => ({ reason: reasonError(read('reason')) })}
          send={(read) => releaseHold(purchase.id, hold.id, read('reason').trim())}
          onConflict={(message) => {
            // Somebody else released the hold. The reloaded panel shows that, without this form.
            void reload();
            notify({ kind: 'error', text: message });
          }}
        />
      ) : (
        <span>{` Released ${formatDate(hold.released_at)} ${who}.`}</span>
      )}
    </li>
  );
}

/** Adjusts the commission of a payment up, or an earlier adjustment down, with a reason. */
export function PurchaseAdjustment({
  payment,
  ...part
}: PurchasePart & { readonly payment: PurchasePayment }) {
  /** The idempotency key: a second try after a lost answer adds nothing. */
  const id = useRef(crypto.randomUUID());
  return (
    <details className="disclosure">
      <summary>{texts.adjust}</summary>
      <PurchaseForm
        {...part}
        fields={[
          { name: 'amountCents', label: 'Amount in dollars', maxLength: 12, hint: texts.adjustmentHint },
          reasonField,
        ]}
        label={texts.adjust}
        busyLabel={texts.adjusting}
        done={texts.adjusted}
        check={(read) => {
          if (!decimalToCents(read('amountCents').trim())) return { amountCents: texts.amountWanted };
          return { reason: reasonError(read('reason')) };
        }}
        send={async (read) => {
          const amountCents = decimalToCents(read('amountCents').trim()) ?? 0;
          const change = {
            id: id.current,
            paymentId: payment.id,
            amountCents,
            reason: read('reason').trim(),
          };
          const answer = await adjust(part.purchase.id, change);
          if (answer.ok) id.current = crypto.randomUUID();
          return answer;
        }}
      />
    </details>
  );
}

/** Gives a purchase to another affiliate, or to none, with a reason, after a question. */
export function PurchaseReattribution(part: PurchasePart) {
  const { purchase, notify, reload } = part;
  const { dialog, ask } = useConfirm();

  const loadNewer = async () => {
    const failure = await reload();
    notify(
      failure === null
        ? { kind: 'success', text: texts.newerPurchaseLoaded }
        : { kind: 'error', text: failure, remedy },
    );
  };
  const remedy = { label: texts.loadNewerPurchase, busyLabel: recordMessages.reloading, apply: loadNewer };

  const hasMissed = purchase.payments.some(
    ({ no_commission }) => no_commission?.code === 'affiliate-not-active',
  );
  return (
    <section aria-labelledby="reattribution">
      {dialog}
      <h3 id="reattribution">Whose purchase it is</h3>
      <PurchaseForm
        {...part}
        fields={[
          {
            name: 'code',
            label: 'Affiliate code',
            maxLength: 64,
            optional: true,
            hint: 'Leave it empty to give it to nobody.',
          },
          reasonField,
        ]}
        look="record-form"
        label={texts.reattribute}
        busyLabel={texts.reattributing}
        done={texts.reattributed}
        check={(read) => {
          const reason = reasonError(read('reason'));
          if (reason !== undefined) return { reason };
          const code = read('code').trim();
          if (code !== (purchase.affiliate?.code ?? '') || hasMissed) return {};
          return { code: code === '' ? texts.isNobodys : texts.isTheirs };
        }}
        send={async (read) => {
          const [code, reason] = [read('code').trim(), read('reason').trim()];
          const question = { text: texts.confirmReattribution(code), detail: texts.movesEntries };
          if (!(await ask({ ...question, action: texts.reattribute }))) return null;
          return reattribute(purchase, { code: code || null, reason });
        }}
        onConflict={(message) => {
          notify({ kind: 'error', text: message, remedy });
        }}
      />
    </section>
  );
}
