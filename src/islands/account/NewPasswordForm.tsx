import { useEffect } from 'react';
import { resetPassword } from '../../client/accounts/reset-token.ts';
import { knownSession } from '../../client/session.ts';
import { signOut } from '../../client/sign-out.ts';
import { accountMessages as texts } from '../../shared/messages/account.ts';
import { minPasswordLength } from '../../shared/passwords.ts';
import { accountProblemText } from '../../shared/problems/accounts.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { resetRedirectDelay, signOutPatience } from '../../shared/timings.ts';
import { restoreFocus } from '../ui/focus.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SubmitButton } from '../ui/buttons.tsx';
import { AccountForm, passwordProblem } from './AccountForm.tsx';
import { type FieldErrors, type Outcome, type Read, useForm } from '../ui/use-form.ts';

type Field = 'password' | 'confirmation';

interface Props {
  readonly token: string;
  readonly email: string;
  /** Given the server's words once the token is no longer good. */
  readonly onDead: (text: string) => void;
}

const check = async (read: Read<Field>): Promise<FieldErrors<Field>> => {
  const password = read('password');
  // Without the list of common passwords the server alone refuses one.
  const wrong = await passwordProblem(password, problemText('new-password-too-short')).catch(() => undefined);
  if (wrong !== undefined) return { password: wrong };
  return password === read('confirmation')
    ? {}
    : { confirmation: accountProblemText('new-passwords-differ') };
};

/**
 * Whoever was signed in here goes: /login would open their session, which may be another account's. Never rejects, and
 * takes seconds at the most: the password is set all the same.
 */
const startAnew = async (): Promise<void> => {
  if (!knownSession()) return;
  const left = signOut().catch((error: unknown) => {
    console.warn('sign out', error);
  });
  await Promise.race([left, new Promise((resolve) => setTimeout(resolve, signOutPatience))]);
};

/** Sets the new password and signs out here; then the form has done its work, and /login comes by itself. */
export const NewPasswordForm = ({ token, email, onDead }: Props) => {
  const submit = async (read: Read<Field>): Promise<Outcome<Field>> => {
    const fields = await check(read);
    if (Object.values(fields).some(Boolean)) return { fields };
    const outcome = await resetPassword(token, read('password'));
    if (outcome.kind === 'done') {
      await startAnew();
      return { success: texts.passwordUpdated };
    }
    if (outcome.kind === 'failed') return { error: outcome.error ?? accountProblemText('reset-failed') };
    onDead(outcome.error ?? problemText('reset-link-invalid'));
    return { done: true };
  };
  const form = useForm(submit);
  const { busy, errors, notice } = form;
  const done = notice?.kind === 'success';

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => {
      location.assign('/login');
    }, resetRedirectDelay);
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
          <PasswordField
            name="password"
            label="New password"
            autoComplete="new-password"
            hint={texts.passwordHint}
            minLength={minPasswordLength}
            error={errors.password}
            readOnly={busy}
          />
          <PasswordField
            name="confirmation"
            label="Confirm new password"
            autoComplete="new-password"
            minLength={minPasswordLength}
            error={errors.confirmation}
            readOnly={busy}
          />
          <div className="form-actions">
            <SubmitButton label={texts.setPassword} busyLabel={texts.settingPassword} busy={busy} />
          </div>
        </div>
      )}
    </AccountForm>
  );
};
