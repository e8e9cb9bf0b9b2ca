import { useEffect, useRef } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { signInAgain } from '../../../client/accounts/sign-in-again.ts';
import { sessionMessages as texts } from '../../../shared/messages/own-account.ts';
import { CancelButton, Form, FormEnd } from '../../ui/Form.tsx';
import { useForm } from '../../ui/use-form.ts';
import { AccountName } from '../AccountForm.tsx';
import { PasswordOrCode, useSignIn } from '../second-step.tsx';

interface Props {
  readonly email: string;
  readonly onCancel: () => void;
  readonly onEnded: () => void;
}

/**
 * Ends all sessions with the typed password. The first sign-in makes the call's token fresh. The second one replaces this browser's
 * session, which the call has ended with the others. An account with a second factor signs in again on /login instead, because a
 * code works once.
 */
export function EndSessionsForm({ email, onCancel, onEnded }: Props) {
  const typedPassword = useRef('');
  const { needsCode, signIn } = useSignIn({ fields: { password: texts.wrong } });

  const form = useForm<'password' | 'code'>((read) => {
    if (!needsCode) typedPassword.current = read('password');
    return signIn(read, email, async () => {
      const answer = await authFetch('POST /api/account/sessions/end');
      if (!answer.ok) return { refused: answer };
      if (!(await signInAgain(email, typedPassword.current))) return { leaving: true };
      onEnded();
      return { done: true };
    });
  });
  const { element } = form;
  useEffect(() => {
    element.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
  }, [element]);
  return (
    <Form form={form}>
      <p>{texts.endQuestion}</p>
      <AccountName email={email} />
      <PasswordOrCode needsCode={needsCode} label={texts.password} />
      <FormEnd label={texts.confirm} busyLabel={texts.ending}>
        <CancelButton isQuiet label={texts.cancel} onPress={onCancel} />
      </FormEnd>
    </Form>
  );
}
