import { identityProblem } from '../../client/accounts/identity-problem.ts';
import { requestReset } from '../../client/accounts/request-reset.ts';
import { config } from '../../client/config.ts';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { FormNotice } from '../ui/FormNotice.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { type Outcome, type Read, useForm } from '../forms/use-form.ts';
import { notConfigured } from './not-configured.ts';

const submit = async (read: Read<'email'>, form: HTMLFormElement): Promise<Outcome<'email'>> => {
  const email = read('email').trim();
  if (email === '') return { fields: { email: problemText('email-required') } };
  if (form.querySelector(':invalid')) return { fields: { email: problemText('email-invalid') } };
  if (!config.identity) return { error: problemText('auth-not-configured') };
  try {
    await requestReset(email);
    return { success: messages.account.resetRequested };
  } catch (error) {
    console.warn('reset request', error);
    return { error: problemText(identityProblem(error) ?? 'reset-request-failed') };
  }
};

const Form = () => {
  const { form, busy, errors, notice, onSubmit, onInput } = useForm(submit, notConfigured);
  const { account } = messages;
  return (
    <form ref={form} className="form" method="dialog" suppressHydrationWarning {...{ onSubmit, onInput }}>
      <FormNotice notice={notice} />
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email}
        readOnly={busy}
      />
      <div className="form-actions">
        <SubmitButton label={account.requestReset} busyLabel={account.requestingReset} busy={busy} />
        <a className="button button-quiet" href="/login">
          {account.backToLogin}
        </a>
      </div>
    </form>
  );
};

/** The form that asks for a password reset. It says the same whether or not the address has an account. */
export const ForgotPasswordForm = () => (
  <ErrorBoundary>
    <Form />
  </ErrorBoundary>
);
