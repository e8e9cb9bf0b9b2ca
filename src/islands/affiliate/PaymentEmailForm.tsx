import { paymentMessages as texts } from '../../shared/messages/payment.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { fieldErrors } from '../forms/field-errors.ts';
import { isEmailField } from '../forms/is-email-field.ts';
import { type Outcome, type Read, useForm } from '../forms/use-form.ts';
import { errorMessage } from '../../client/api-error.ts';
import { FormNotice } from '../ui/FormNotice.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { type PayoutAccount, savePayoutEmail } from './payout-account.ts';

type Field = 'email';

interface Props {
  readonly account: PayoutAccount;
  readonly onSaved: (account: PayoutAccount) => void;
}

/** Sets where one's payouts go. An address that is emptied is removed; there has to be one to remove. */
export const PaymentEmailForm = ({ account, onSaved }: Props) => {
  const submit = async (read: Read<Field>, element: HTMLFormElement): Promise<Outcome<Field>> => {
    const email = read('email').trim();
    if (email === '' && account.payout_email === null)
      return { fields: { email: problemText('email-required') } };
    if (!isEmailField(element, 'email')) return { fields: { email: problemText('email-invalid') } };
    const answer = await savePayoutEmail(email || null);
    const saved = answer.ok ? answer.data : null;
    if (saved) {
      onSaved(saved);
      return { success: saved.payout_email === null ? texts.removed : texts.saved };
    }
    const wrong = fieldErrors<Field>(answer.data, ['email']);
    return wrong.email === undefined ? { error: errorMessage(answer) } : { fields: wrong };
  };
  const { form, busy, errors, notice, onSubmit, onInput } = useForm(submit);
  return (
    <form ref={form} className="form" method="dialog" noValidate {...{ onSubmit, onInput }}>
      <TextField
        name="email"
        label="Payment email"
        optional={account.payout_email !== null}
        type="email"
        autoComplete="email"
        maxLength={255}
        defaultValue={account.payout_email ?? ''}
        hint={account.payout_email === null ? texts.hint : `${texts.hint} ${texts.removable}`}
        error={errors.email}
        readOnly={busy}
      />
      <FormNotice notice={notice} />
      <div className="form-actions">
        <SubmitButton label={texts.save} busyLabel={texts.saving} busy={busy} />
      </div>
    </form>
  );
};
