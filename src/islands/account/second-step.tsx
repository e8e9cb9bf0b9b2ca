import type { User } from 'firebase/auth';
import { useEffect, useRef, useState } from 'react';
import { errorCode, identityProblem } from '../../client/accounts/identity-problem.ts';
import type { SecondStep } from '../../client/identity.ts';
import { loadChunk } from '../../client/load-chunk.ts';
import { secondFactorMessages as texts } from '../../shared/messages/second-factor.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { digitsIn } from '../../shared/text.ts';
import { TextField } from '../ui/fields.tsx';

/** The result of a step: the user, `code` if the account needs a code now, or the error of the code. */
type StepResult = { readonly user: User } | 'code' | { readonly codeError: string };

/**
 * Signs in with a password and, for an account with a second factor, with the code of its app. While `needsCode`, the form asks for
 * the code instead of the password. Rejects with Firebase's error about the password.
 */
export function useSignIn() {
  const [secondStep, setSecondStep] = useState<SecondStep | null>(null);

  const signIn = async (email: string, password: string): Promise<StepResult> => {
    const { secondStepOf, signInWith } = await loadChunk(import('../../client/identity.ts'));
    try {
      return { user: await signInWith(email, password) };
    } catch (error) {
      const step = secondStepOf(error);
      if (!step) throw error;
      setSecondStep(() => step);
      return 'code';
    }
  };

  const confirmCode = async (text: string): Promise<StepResult> => {
    const code = digitsIn(text);
    if (code === '') return { codeError: texts.codeRequired };
    try {
      if (!secondStep) throw new Error('No sign-in waits for a code');
      return { user: await secondStep(code) };
    } catch (error) {
      console.warn('second factor', error);
      return { codeError: codeErrorText(error) };
    }
  };

  return { needsCode: secondStep !== null, signIn, confirmCode };
}

/** Returns the text for an error of Firebase about a code. */
export function codeErrorText(error: unknown): string {
  if (errorCode(error) === 'auth/invalid-verification-code') return texts.codeWrong;
  const code = identityProblem(error);
  return code ? problemText(code) : texts.codeFailed;
}

interface CodeFieldProps {
  readonly error: string | undefined;
  readonly readOnly: boolean;
}

/**
 * The field for the code of an authenticator app, with room for the blanks and signs of a pasted code. Takes the focus, because it
 * replaces the field of the password.
 */
export function CodeField(props: CodeFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('input')?.focus();
  }, []);
  return (
    <div ref={box}>
      <TextField
        {...props}
        name="code"
        label={texts.code}
        hint={texts.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
      />
    </div>
  );
}
