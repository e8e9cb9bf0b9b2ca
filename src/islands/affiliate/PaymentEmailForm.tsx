import { maxLengths } from '../../shared/max-lengths.ts';
import { paymentMessages as texts } from '../../shared/messages/affiliate.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { fieldErrors, type Outcome, type Read, useForm } from '../ui/use-form.ts';
import { isEmailField } from '../ui/email-problem.ts';
import { type AnswerOf, type ApiAnswer, errorMessage } from '../../client/api.ts';
import { FormNotice } from '../ui/FormNotice.tsx';
import { SubmitButton } from '../ui/buttons.tsx';
import { TextField } from '../ui/TextField.tsx';
import { authFetch } from '../../client/accounts/auth-fetch.ts';

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
        maxLength={maxLengths.email}
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

/** How an affiliate is paid. US cents; `next_closing` is the day on which the current UTC month closes. */
export type PayoutAccount = AnswerOf<'GET /api/affiliates/payout'>;

/** Sets one's own payment email; null removes it. */
export function savePayoutEmail(email: string | null): Promise<ApiAnswer<PayoutAccount>> {
  return authFetch('PUT /api/affiliates/payout-email', { body: { email } });
}
