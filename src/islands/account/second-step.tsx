import type { User } from 'firebase/auth';
import { useState } from 'react';
import { errorCode, identityProblem } from '../../client/accounts/identity-problem.ts';
import type { SecondStep } from '../../client/identity.ts';
import { loadChunk } from '../../client/load-chunk.ts';
import { secondFactorMessages as texts } from '../../shared/messages/second-factor.ts';
import { accountProblemText } from '../../shared/problem-texts/accounts.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { digitsIn } from '../../shared/text.ts';
import { TextField } from '../ui/fields.tsx';
import { PasswordField } from '../ui/password-fields.tsx';
import type { Outcome, ReadField } from '../ui/use-form.ts';

type Field = 'password' | 'code';
type Finish<Name extends string> = (user: User) => Outcome<Name> | Promise<Outcome<Name>>;

/**
 * Signs in with the password of a form and, for an account with a second factor, with the code of its app. While `needsCode`, the
 * form asks for the code instead of the password. `refusal` is the form's outcome after a wrong password.
 */
export function useSignIn<Name extends string = Field>(refusal: Outcome<Name | Field>) {
  const [secondStep, setSecondStep] = useState<SecondStep | null>(null);

  const sendPassword = async (email: string, password: string, finish: Finish<Name | Field>) => {
    if (password === '') return { fields: { password: accountProblemText('password-required') } };
    const { secondStepOf, signInWith } = await loadChunk(import('../../client/identity.ts'));
    let user: User;
    try {
      user = await signInWith(email, password);
    } catch (error) {
      const step = secondStepOf(error);
      if (step) {
        setSecondStep(() => step);
        return { done: true } as const;
      }
      console.warn('sign in', error);
      const code = identityProblem(error);
      return code ? { error: problemText(code) } : refusal;
    }
    return finish(user);
  };

  const sendCode = async (step: SecondStep, code: string, finish: Finish<Name | Field>) => {
    if (code === '') return { fields: { code: texts.codeRequired } };
    let user: User;
    try {
      user = await step(code);
    } catch (error) {
      console.warn('second factor', error);
      return { fields: { code: codeErrorText(error) } };
    }
    return finish(user);
  };

  /** Signs in with the values of the form. Ends with `finish` once there is a user. */
  const signIn = (
    read: ReadField<Name | Field>,
    email: string,
    finish: Finish<Name | Field>,
  ): Promise<Outcome<Name | Field>> =>
    secondStep
      ? sendCode(secondStep, digitsIn(read('code')), finish)
      : sendPassword(email, read('password'), finish);
  return { needsCode: secondStep !== null, signIn };
}

/** Returns the text for an error of Firebase about a code. */
export function codeErrorText(error: unknown): string {
  if (errorCode(error) === 'auth/invalid-verification-code') return texts.codeWrong;
  const code = identityProblem(error);
  return code ? problemText(code) : texts.codeFailed;
}

interface PasswordOrCodeProps {
  readonly needsCode: boolean;
  /** The label of the password. */
  readonly label: string;
}

/** The field that a sign-in needs next. */
export function PasswordOrCode({ needsCode, label }: PasswordOrCodeProps) {
  return needsCode ? (
    <CodeField />
  ) : (
    <PasswordField name="password" label={label} autoComplete="current-password" />
  );
}

/**
 * The field for the code of an authenticator app, with room for the blanks and signs of a pasted code. Takes the focus, because it
 * replaces the field of the password.
 */
export function CodeField() {
  return (
    <TextField
      ref={focus}
      name="code"
      label={texts.code}
      hint={texts.codeHint}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={40}
    />
  );
}

function focus(input: HTMLInputElement | null): void {
  input?.focus();
}
