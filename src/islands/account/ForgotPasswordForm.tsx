import { requestReset } from '../../client/accounts/reset-token.ts';
import { config } from '../../client/config.ts';
import { accountMessages as texts } from '../../shared/messages/account.ts';
import { accountProblemText } from '../../shared/problems/accounts.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { SubmitButton } from '../ui/buttons.tsx';
import { emailProblem } from '../ui/email-problem.ts';
import { type Outcome, type Read, useForm } from '../ui/use-form.ts';
import { AccountForm, EmailField, notConfigured } from './AccountForm.tsx';

const submit = async (read: Read<'email'>, form: HTMLFormElement): Promise<Outcome<'email'>> => {
  const wrong = emailProblem(form, 'email');
  if (wrong !== undefined) return { fields: { email: wrong } };
  if (!config.identity) return { error: problemText('auth-not-configured') };
  try {
    await requestReset(read('email').trim());
    return { success: texts.resetRequested };
  } catch (error) {
    console.warn('reset request', error);
    return { error: accountProblemText('reset-request-failed') };
  }
};

const Form = () => {
  const form = useForm(submit, notConfigured);
  return (
    <AccountForm form={form}>
      <EmailField error={form.errors.email} readOnly={form.busy} />
      <div className="form-actions">
        <SubmitButton label={texts.requestReset} busyLabel={texts.requestingReset} busy={form.busy} />
        <a className="button button-quiet" href="/login">
          {texts.backToLogin}
        </a>
      </div>
    </AccountForm>
  );
};

/** The form that asks for a password reset. It says the same whether or not the address has an account. */
export const ForgotPasswordForm = () => (
  <ErrorBoundary>
    <Form />
  </ErrorBoundary>
);
