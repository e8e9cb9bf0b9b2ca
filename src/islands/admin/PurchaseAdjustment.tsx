import { useRef } from 'react';
import { purchaseAdminMessages as texts } from '../../shared/messages/purchase-admin.ts';
import { decimalToCents } from '../../shared/money.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { errorMessage } from '../../client/api-error.ts';
import { fieldErrors } from '../forms/field-errors.ts';
import { type Outcome, type Read, useForm } from '../forms/use-form.ts';
import { FormNotice } from '../ui/FormNotice.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { adjust, type PurchasePayment } from './purchase-record.ts';
import type { PurchasePart } from './purchase-part.ts';

type Field = 'amountCents' | 'reason';

/** Adjusts the commission of a payment up, or an earlier adjustment down, with a reason. */
export const PurchaseAdjustment = ({
  payment,
  purchase,
  say,
  onChange,
}: PurchasePart & { readonly payment: PurchasePayment }) => {
  /** Names the adjustment until it is made: a second try after a lost answer adds nothing. */
  const id = useRef(crypto.randomUUID());
  const submit = async (read: Read<Field>, element: HTMLFormElement): Promise<Outcome<Field>> => {
    say(null);
    const [amountCents, reason] = [decimalToCents(read('amountCents').trim()), read('reason').trim()];
    if (!amountCents) return { fields: { amountCents: texts.amountWanted } };
    if (reason === '') return { fields: { reason: problemText('reason-required') } };
    const change = { id: id.current, paymentId: payment.id, amountCents, reason };
    const answer = await adjust(purchase.id, change);
    const changed = answer.ok ? answer.data : null;
    if (!changed) {
      const wrong = fieldErrors(answer.data, ['amountCents', 'reason']);
      return Object.values(wrong).some(Boolean) ? { fields: wrong } : { error: errorMessage(answer) };
    }
    id.current = crypto.randomUUID();
    say({ kind: 'success', text: texts.adjusted });
    onChange(changed);
    element.reset();
    return { done: true };
  };
  const form = useForm(submit);
  return (
    <details className="unfolding">
      <summary>{texts.adjust}</summary>
      <form
        ref={form.form}
        className="form"
        method="dialog"
        noValidate
        onSubmit={form.onSubmit}
        onInput={form.onInput}
      >
        <TextField
          name="amountCents"
          label="Amount in dollars"
          autoComplete="off"
          maxLength={12}
          hint={texts.adjustmentHint}
          error={form.errors.amountCents}
          readOnly={form.busy}
        />
        <TextField
          name="reason"
          label="Reason"
          autoComplete="off"
          maxLength={500}
          error={form.errors.reason}
          readOnly={form.busy}
        />
        <FormNotice notice={form.notice} />
        <div className="form-actions">
          <SubmitButton label={texts.adjust} busyLabel={texts.adjusting} busy={form.busy} />
        </div>
      </form>
    </details>
  );
};
