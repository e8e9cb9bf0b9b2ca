import { requestReset } from '../../client/accounts/reset-token.ts';
import { config } from '../../client/config.ts';
import { normalizeAddress } from '../../shared/email.ts';
import { accountMessages as texts } from '../../shared/messages/account.ts';
import { accountProblemText } from '../../shared/problem-texts/accounts.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { emailProblem } from '../ui/email-problem.ts';
import { SubmitButton } from '../ui/Form.tsx';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { AccountEmail, AccountForm, notConfigured } from './AccountForm.tsx';

/** Requests a password reset. Shows the same result whether or not the address has an account. */
export const ForgotPasswordForm = withErrorBoundary(Form);

function Form() {
  const form = useForm(submit, notConfigured);
  return (
    <AccountForm form={form}>
      <AccountEmail />
      <div className="form-actions">
        <SubmitButton label={texts.requestReset} busyLabel={texts.requestingReset} />
        <a className="button button-quiet" href="/login">
          {texts.backToLogin}
        </a>
      </div>
    </AccountForm>
  );
}

async function submit(read: ReadField<'email'>, form: HTMLFormElement): Promise<Outcome<'email'>> {
  const emailError = emailProblem(form, 'email');
  if (emailError !== undefined) return { fields: { email: emailError } };
  if (!config.identity) return { error: problemText('auth-not-configured') };
  try {
    await requestReset(normalizeAddress(read('email')));
    return { success: texts.resetRequested };
  } catch (error) {
    console.warn('reset request', error);
    return { error: accountProblemText('reset-request-failed') };
  }
}
