import { useEffect, useRef } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { identityProblem } from '../../../client/accounts/identity-problem.ts';
import { signInAgain } from '../../../client/accounts/sign-in-again.ts';
import { errorMessage } from '../../../client/api.ts';
import { sessionMessages as texts } from '../../../shared/messages/own-account.ts';
import { accountProblemText } from '../../../shared/problem-texts/accounts.ts';
import { problemText } from '../../../shared/problem-texts/common.ts';
import { SubmitButton } from '../../ui/buttons.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { FormNotice } from '../../ui/notices.tsx';
import { type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import { CodeField, useSignIn } from '../second-step.tsx';

interface Props {
  readonly email: string;
  readonly onCancel: () => void;
  readonly onEnded: () => void;
}

type Field = 'password' | 'code';

/**
 * Ends all sessions with the typed password. The first sign-in makes the call's token fresh. The second one replaces this browser's
 * session, which the call has ended with the others. An account with a second factor signs in again on /login instead, because a
 * code works once.
 */
export function EndSessionsForm({ email, onCancel, onEnded }: Props) {
  const typedPassword = useRef('');
  const { needsCode, signIn, confirmCode } = useSignIn();

  const submit = async (read: ReadField<Field>): Promise<Outcome<Field>> => {
    if (!needsCode) typedPassword.current = read('password');
    const password = typedPassword.current;
    if (password === '') return { fields: { password: accountProblemText('password-required') } };
    try {
      const result = needsCode ? await confirmCode(read('code')) : await signIn(email, password);
      if (result === 'code') return { done: true };
      if ('codeError' in result) return { fields: { code: result.codeError } };
    } catch (error) {
      console.warn('sign in', error);
      const code = identityProblem(error);
      return code ? { error: problemText(code) } : { fields: { password: texts.wrong } };
    }
    const answer = await authFetch('POST /api/account/sessions/end');
    if (!answer.ok) return { error: errorMessage(answer) };
    if (!(await signInAgain(email, password))) return { leaving: true };
    onEnded();
    return { done: true };
  };
  const { form, busy, errors, notice, onSubmit, onInput } = useForm(submit);
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
  }, [form]);
  return (
    <form ref={form} className="form" method="dialog" noValidate onSubmit={onSubmit} onInput={onInput}>
      <p>{texts.endQuestion}</p>
      {/* Password managers need the name of the account. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {needsCode ? (
        <CodeField error={errors.code} readOnly={busy} />
      ) : (
        <PasswordField
          name="password"
          label={texts.password}
          autoComplete="current-password"
          error={errors.password}
          readOnly={busy}
        />
      )}
      <FormNotice notice={notice} />
      <div className="form-actions">
        <SubmitButton label={texts.confirm} busyLabel={texts.ending} busy={busy} />
        <button type="button" className="button button-quiet" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}
