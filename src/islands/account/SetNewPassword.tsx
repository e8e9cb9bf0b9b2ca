import { useEffect, useState } from 'react';
import { resetPassword } from '../../client/accounts/reset-token.ts';
import { dropEndedSession } from '../../client/sign-out.ts';
import { accountMessages as texts } from '../../shared/messages/account.ts';
import { minPasswordLength } from '../../shared/passwords.ts';
import { accountProblemText } from '../../shared/problem-texts/accounts.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { NewPasswordField, PasswordField } from '../ui/password-fields.tsx';
import { restoreFocus } from '../ui/focus.ts';
import { SubmitButton } from '../ui/Form.tsx';
import { type FieldErrors, type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { AccountForm } from './AccountForm.tsx';
import { passwordProblem } from './password-problem.ts';
import { ResetFailed, useResetToken } from './reset-token.tsx';

/** The last step of a password reset: shows the account's email and sets a new password. */
export const SetNewPassword = withErrorBoundary(Screen);

const resetTexts = {
  missing: 'reset-token-missing',
  invalid: () => accountProblemText('reset-token-invalid'),
  failureCode: 'reset-token-check-failed',
} as const;

function Screen() {
  const state = useResetToken(resetTexts);
  const [invalidTokenText, setInvalidTokenText] = useState<string | null>(null);
  if (invalidTokenText !== null) return <ResetFailed text={invalidTokenText} shouldFocus />;
  if (state.kind === 'checking') return <p role="status">{texts.validatingReset}</p>;
  if (state.kind === 'failed') return <ResetFailed text={state.text} onRetry={state.retry} />;
  return <NewPasswordForm token={state.token} email={state.email} onInvalidToken={setInvalidTokenText} />;
}

type Field = 'password' | 'confirmation';

interface FormProps {
  readonly token: string;
  readonly email: string;
  /** Called with the server's text when the token is no longer valid. */
  readonly onInvalidToken: (text: string) => void;
}

/** Time in milliseconds until the page leads to /login after a success. */
const REDIRECT_DELAY_MS = 3_000;

/** Sets the new password, signs out in this browser and leads to /login. */
function NewPasswordForm({ token, email, onInvalidToken }: FormProps) {
  const submit = async (read: ReadField<Field>): Promise<Outcome<Field>> => {
    const fields = await check(read);
    if (Object.values(fields).some(Boolean)) return { fields };
    const outcome = await resetPassword(token, read('password'));
    if (outcome.kind === 'done') {
      await endOldSession();
      return { success: texts.passwordUpdated };
    }
    if (outcome.kind === 'failed') return { error: outcome.error ?? accountProblemText('reset-failed') };
    onInvalidToken(outcome.error ?? problemText('reset-link-invalid'));
    return { done: true };
  };
  const form = useForm(submit);
  const done = form.notice?.kind === 'success';

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => {
      location.assign('/login');
    }, REDIRECT_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [done]);

  return (
    <AccountForm form={form} noValidate>
      {done && (
        <div className="form-actions">
          <a className="button button-primary" href="/login">
            {texts.backToLogin}
          </a>
        </div>
      )}
      <div className="field" hidden={done}>
        <label htmlFor="account-email">Account</label>
        <input id="account-email" type="email" autoComplete="username" value={email} readOnly />
      </div>
      {!done && (
        <div ref={restoreFocus} className="form">
          <NewPasswordField name="password" label="New password" />
          <PasswordField
            name="confirmation"
            label="Confirm new password"
            autoComplete="new-password"
            minLength={minPasswordLength}
          />
          <div className="form-actions">
            <SubmitButton label={texts.setPassword} busyLabel={texts.settingPassword} />
          </div>
        </div>
      )}
    </AccountForm>
  );
}

async function check(read: ReadField<Field>): Promise<FieldErrors<Field>> {
  const password = read('password');
  // If the list of common passwords cannot be loaded, only the server checks it.
  const error = await passwordProblem(password).catch(() => undefined);
  if (error !== undefined) return { password: error };
  return password === read('confirmation')
    ? {}
    : { confirmation: accountProblemText('new-passwords-differ') };
}

/** Timeout of the sign-out in milliseconds. The new password is set in any case. */
const SIGN_OUT_TIMEOUT_MS = 5_000;

/** Signs out the user of this browser, because /login would open their session instead of the reset account's. */
async function endOldSession(): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS));
  await Promise.race([dropEndedSession(), timeout]);
}
