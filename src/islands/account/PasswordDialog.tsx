import { useEffect, useRef } from 'react';
import { identityProblem } from '../../client/accounts/identity-problem.ts';
import { passwordPromptMessages as texts } from '../../shared/messages/account.ts';
import { accountProblemText } from '../../shared/problem-texts/accounts.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { SubmitButton } from '../ui/buttons.tsx';
import { PasswordField } from '../ui/fields.tsx';
import { FormNotice } from '../ui/notices.tsx';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { CodeField, useSignIn } from './second-step.tsx';

export interface PasswordDialogProps {
  readonly email: string;
  /** Called with true after the sign-in, or with false if the user cancels. */
  readonly answer: (hasSignedIn: boolean) => void;
}

type Field = 'password' | 'code';

/** Asks for the password of the account, and signs in again. */
export function PasswordDialog({ email, answer }: PasswordDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const { needsCode, signIn, confirmCode } = useSignIn();
  const submit = async (read: ReadField<Field>): Promise<Outcome<Field>> => {
    if (needsCode) return finish(await confirmCode(read('code')));
    const password = read('password');
    if (password === '') return { fields: { password: accountProblemText('password-required') } };
    try {
      return finish(await signIn(email, password));
    } catch (error) {
      console.warn('sign in again', error);
      const code = identityProblem(error);
      return code ? { error: problemText(code) } : { fields: { password: texts.wrong } };
    }
  };
  /** Closes the dialog after the sign-in. Without a user, the form stays. */
  const finish = (result: Awaited<ReturnType<typeof signIn>>): Outcome<Field> => {
    if (result === 'code') return { done: true };
    if ('codeError' in result) return { fields: { code: result.codeError } };
    // The dialog restores the focus when it closes.
    dialog.current?.close();
    answer(true);
    return { done: true };
  };
  const { form, busy, errors, notice, onSubmit, onInput } = useForm(submit);
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby="password-prompt"
      aria-describedby="password-prompt-reason"
      onCancel={() => {
        answer(false);
      }}
    >
      <form ref={form} className="form" method="dialog" noValidate onSubmit={onSubmit} onInput={onInput}>
        <p id="password-prompt">
          <strong>{texts.question}</strong>
        </p>
        <p id="password-prompt-reason">{texts.reason}</p>
        {/* Password managers need the name of the account. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {needsCode ? (
          <CodeField error={errors.code} readOnly={busy} />
        ) : (
          <PasswordField
            name="password"
            label="Password"
            autoComplete="current-password"
            error={errors.password}
            readOnly={busy}
          />
        )}
        <FormNotice notice={notice} />
        <div className="form-actions">
          <button
            type="button"
            className="button"
            onClick={() => {
              dialog.current?.close();
              answer(false);
            }}
          >
            {texts.cancel}
          </button>
          <SubmitButton label={texts.continue} busyLabel={texts.checking} busy={busy} />
        </div>
      </form>
    </dialog>
  );
}
