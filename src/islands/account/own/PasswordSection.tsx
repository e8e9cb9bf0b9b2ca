import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { signInAgain } from '../../../client/accounts/sign-in-again.ts';
import { errorMessage } from '../../../client/api.ts';
import { accountMessages } from '../../../shared/messages/account.ts';
import { passwordMessages as texts } from '../../../shared/messages/own-account.ts';
import { minPasswordLength } from '../../../shared/passwords.ts';
import { accountProblemText } from '../../../shared/problem-texts/accounts.ts';
import { problemText } from '../../../shared/problem-texts/common.ts';
import { SubmitButton } from '../../ui/buttons.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { FormNotice } from '../../ui/notices.tsx';
import { fieldErrors, type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import { passwordProblem } from '../password-problem.ts';

type Field = 'currentPassword' | 'newPassword';

/** Changes the password. The server ends all sessions, and this browser signs in again with the new password. */
export function PasswordSection({ email }: { readonly email: string }) {
  const submit = async (read: ReadField<Field>, element: HTMLFormElement): Promise<Outcome<Field>> => {
    const body = { currentPassword: read('currentPassword'), newPassword: read('newPassword') };
    const fields = await check(body);
    if (Object.values(fields).some(Boolean)) return { fields };
    const answer = await authFetch('PUT /api/account/password', { body });
    if (!answer.ok) {
      const refused = fieldErrors<Field>(answer.data, ['currentPassword', 'newPassword']);
      return Object.keys(refused).length > 0 ? { fields: refused } : { error: errorMessage(answer) };
    }
    element.reset();
    return (await signInAgain(email, body.newPassword)) ? { success: texts.saved } : { leaving: true };
  };
  const { form, busy, errors, notice, onSubmit, onInput } = useForm(submit);
  return (
    <section className="panel" data-tab={texts.tab} aria-labelledby="password">
      <h2 id="password">{texts.heading}</h2>
      <p className="soft">{texts.intro}</p>
      <form ref={form} className="form" method="dialog" noValidate onSubmit={onSubmit} onInput={onInput}>
        {/* Password managers need the name of the account. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="currentPassword"
          label={texts.current}
          autoComplete="current-password"
          error={errors.currentPassword}
          readOnly={busy}
        />
        <PasswordField
          name="newPassword"
          label={texts.new}
          autoComplete="new-password"
          hint={accountMessages.passwordHint}
          minLength={minPasswordLength}
          error={errors.newPassword}
          readOnly={busy}
        />
        <FormNotice notice={notice} />
        <div className="form-actions">
          <SubmitButton label={texts.save} busyLabel={texts.saving} busy={busy} />
        </div>
      </form>
    </section>
  );
}

async function check({ currentPassword, newPassword }: Readonly<Record<Field, string>>) {
  const newProblem = await passwordProblem(newPassword, {
    missing: accountProblemText('password-required'),
    tooShort: problemText('new-password-too-short'),
  });
  return {
    currentPassword: currentPassword === '' ? accountProblemText('password-required') : undefined,
    newPassword: newProblem,
  };
}
