import { useEffect, useState } from 'react';
import { keepTypedEmail, returnPath, takeSessionEndedMark } from '../../client/accounts/navigation.ts';
import { identityProblem } from '../../client/accounts/identity-problem.ts';
import { isSignedIn, rememberUser } from '../../client/accounts/current-user.ts';
import { config } from '../../client/config.ts';
import { isStorageAllowed } from '../../client/session.ts';
import { normaliseAddress } from '../../shared/email.ts';
import { accountMessages as texts } from '../../shared/messages/account.ts';
import { accountProblemText } from '../../shared/problem-texts/accounts.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { PasswordField } from '../ui/fields.tsx';
import { SubmitButton } from '../ui/buttons.tsx';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { AccountForm, EmailField, notConfigured } from './AccountForm.tsx';
import { CodeField, useSignIn } from './second-step.tsx';

export function LoginForm() {
  return (
    <ErrorBoundary>
      <Form />
    </ErrorBoundary>
  );
}

function Form() {
  const { needsCode, signIn, confirmCode } = useSignIn();
  const submit = async (read: ReadField<Field>): Promise<Outcome<Field>> => {
    if (needsCode) return finish(await confirmCode(read('code')));
    return startSignIn(read, signIn);
  };
  const form = useForm(submit, notConfigured);
  const { busy, errors } = form;
  const [hasSessionEnded, setSessionEnded] = useState(false);

  useEffect(() => {
    setSessionEnded(takeSessionEndedMark());
    void isSignedIn().then((signedIn) => {
      if (signedIn) leave();
    });
  }, []);

  return (
    <AccountForm
      form={form}
      defaultNotice={hasSessionEnded ? { kind: 'error', text: problemText('session-ended') } : null}
    >
      {needsCode ? (
        <CodeField error={errors.code} readOnly={busy} />
      ) : (
        <>
          <EmailField error={errors.email} readOnly={busy} />
          <PasswordField
            name="password"
            label="Password"
            autoComplete="current-password"
            error={errors.password}
            readOnly={busy}
          />
        </>
      )}
      <div className="form-actions">
        <SubmitButton label={texts.signIn} busyLabel={texts.signingIn} busy={busy} />
        <a
          className="button button-quiet"
          href="/forgot-password"
          onClick={() => {
            const field = form.form.current?.querySelector<HTMLInputElement>('[name=email]');
            if (field) keepTypedEmail(field.value.trim());
          }}
        >
          Forgot your password?
        </a>
      </div>
    </AccountForm>
  );
}

type Field = 'email' | 'password' | 'code';
type SignIn = ReturnType<typeof useSignIn>['signIn'];

/** Shows the same text for a wrong email and a wrong password, so that nobody learns which addresses have an account. */
async function startSignIn(read: ReadField<Field>, signIn: SignIn): Promise<Outcome<Field>> {
  const email = normaliseAddress(read('email'));
  const password = read('password');
  const fields = {
    ...(email === '' && { email: problemText('email-required') }),
    ...(password === '' && { password: accountProblemText('password-required') }),
  };
  if (Object.keys(fields).length > 0) return { fields };
  if (!config.identity) return { error: problemText('auth-not-configured') };
  if (!isStorageAllowed()) return { error: accountProblemText('storage-blocked') };
  try {
    return await finish(await signIn(email, password));
  } catch (error) {
    console.warn('sign in', error);
    const code = identityProblem(error);
    return { error: code ? problemText(code) : accountProblemText('login-failed') };
  }
}

/** Leaves the page with the user. Without one, the form stays. */
async function finish(result: Awaited<ReturnType<SignIn>>): Promise<Outcome<Field>> {
  if (result === 'code') return { done: true };
  if ('codeError' in result) return { fields: { code: result.codeError } };
  await rememberUser(result.user);
  leave();
  return { leaving: true };
}

function leave(): void {
  location.replace(returnPath(location.search, location.origin));
}
