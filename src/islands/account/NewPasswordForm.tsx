import { useEffect } from 'react';
import { resetPassword } from '../../client/accounts/reset-token.ts';
import { messages } from '../../shared/messages.ts';
import { isCommonPassword, MIN_PASSWORD } from '../../shared/passwords.ts';
import { problemText } from '../../shared/problems.ts';
import { resetRedirectDelay } from '../../shared/timings.ts';
import { FormNotice } from '../ui/FormNotice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { type FieldErrors, type Outcome, type Read, useForm } from '../forms/use-form.ts';

type Field = 'password' | 'confirmation';

interface Props {
  readonly token: string;
  readonly email: string;
}

const check = async (read: Read<Field>): Promise<FieldErrors<Field>> => {
  const password = read('password');
  if (password === '') return { password: problemText('password-required') };
  if ([...password].length < MIN_PASSWORD) return { password: problemText('new-password-too-short') };
  if (await isCommonPassword(password)) return { password: problemText('password-common') };
  return password === read('confirmation') ? {} : { confirmation: problemText('new-passwords-differ') };
};

/** Sets the new password; then the form has done its work, and /login comes by itself. */
export const NewPasswordForm = ({ token, email }: Props) => {
  const submit = async (read: Read<Field>): Promise<Outcome<Field>> => {
    const fields = await check(read);
    if (Object.values(fields).some(Boolean)) return { fields };
    const error = await resetPassword(token, read('password'));
    if (error !== null) return { error: error || problemText('reset-failed') };
    return { success: messages.account.passwordUpdated };
  };
  const { form, busy, errors, notice, onSubmit, onInput } = useForm(submit);
  const { account } = messages;
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
    <form ref={form} className="form" method="dialog" noValidate {...{ onSubmit, onInput }}>
      <FormNotice notice={notice} />
      {done && (
        <div className="form-actions">
          <a className="button button-primary" href="/login">
            {account.backToLogin}
          </a>
        </div>
      )}
      <div className="field" hidden={done}>
        <label htmlFor="account-email">Account</label>
        <input id="account-email" type="email" autoComplete="username" value={email} readOnly />
      </div>
      {!done && (
        <>
          <PasswordField
            name="password"
            label="New password"
            autoComplete="new-password"
            hint={account.passwordHint}
            minLength={MIN_PASSWORD}
            error={errors.password}
            readOnly={busy}
          />
          <PasswordField
            name="confirmation"
            label="Confirm new password"
            autoComplete="new-password"
            minLength={MIN_PASSWORD}
            error={errors.confirmation}
            readOnly={busy}
          />
          <div className="form-actions">
            <SubmitButton label={account.setPassword} busyLabel={account.settingPassword} busy={busy} />
            {notice && (
              <a className="button button-quiet" href="/forgot-password">
                {account.requestNewReset}
              </a>
            )}
          </div>
        </>
      )}
    </form>
  );
};
