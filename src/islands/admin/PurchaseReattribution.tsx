import { purchaseAdminMessages as texts } from '../../shared/messages/purchase-admin.ts';
import { recordMessages } from '../../shared/messages/records.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { fieldErrors } from '../forms/field-errors.ts';
import { type Outcome, type Read, useForm } from '../forms/use-form.ts';
import { errorMessage } from '../../client/api-error.ts';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { reattribute } from './purchase-record.ts';
import type { PurchasePart } from './purchase-part.ts';

const fields = ['code', 'reason'] as const;
type Field = (typeof fields)[number];

/** Gives a purchase to another affiliate, or to none, with a reason, after a question. */
export const PurchaseReattribution = ({ purchase, say, onChange, reload }: PurchasePart) => {
  const { dialog, ask } = useConfirm();

  const loadNewer = async () => {
    const failure = await reload();
    say(
      failure === null
        ? { kind: 'success', text: texts.newerPurchaseLoaded }
        : { kind: 'error', text: failure, remedy },
    );
  };
  const remedy = { label: texts.loadNewerPurchase, busyLabel: recordMessages.reloading, apply: loadNewer };

  const submit = async (read: Read<Field>, element: HTMLFormElement): Promise<Outcome<Field>> => {
    say(null);
    const [code, reason] = [read('code').trim(), read('reason').trim()];
    if (reason === '') return { fields: { reason: problemText('reason-required') } };
    const hasMissed = purchase.payments.some(
      ({ no_commission }) => no_commission?.code === 'affiliate-not-active',
    );
    if (code === (purchase.affiliate?.code ?? '') && !hasMissed)
      return { fields: { code: code === '' ? texts.isNobodys : texts.isTheirs } };
    const question = { text: texts.confirmReattribution(code), detail: texts.movesEntries };
    if (!(await ask({ ...question, action: texts.reattribute }))) return { done: true };
    const answer = await reattribute(purchase, { code: code || null, reason });
    const changed = answer.ok ? answer.data : null;
    if (changed) {
      say({ kind: 'success', text: texts.reattributed });
      onChange(changed);
      element.reset();
      return { done: true };
    }
    const wrong = fieldErrors(answer.data, fields);
    // A panel that was closed meanwhile has no fields to say it beside.
    if (form.form.current && Object.values(wrong).some(Boolean)) return { fields: wrong };
    say({ kind: 'error', text: errorMessage(answer), remedy: answer.status === 409 ? remedy : undefined });
    return { done: true };
  };

  const form = useForm(submit);
  return (
    <section aria-labelledby="reattribution">
      {dialog}
      <h3 id="reattribution">Whose purchase it is</h3>
      <form
        ref={form.form}
        className="form record-form"
        method="dialog"
        noValidate
        onSubmit={form.onSubmit}
        onInput={form.onInput}
      >
        <TextField
          name="code"
          label="Affiliate code"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={64}
          optional
          hint="Leave it empty to give it to nobody."
          error={form.errors.code}
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
        <div className="form-actions">
          <SubmitButton label={texts.reattribute} busyLabel={texts.reattributing} busy={form.busy} />
        </div>
      </form>
    </section>
  );
};
