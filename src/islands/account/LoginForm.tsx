import type { User } from 'firebase/auth';
import { useEffect, useState } from 'react';
import { keepTypedEmail, returnPath, takeSessionEndedMark } from '../../client/accounts/navigation.ts';
import { isSignedIn, rememberUser } from '../../client/accounts/current-user.ts';
import { config } from '../../client/config.ts';
import { isStorageAllowed } from '../../client/session.ts';
import { normalizeAddress } from '../../shared/email.ts';
import { accountMessages as texts } from '../../shared/messages/account.ts';
import { accountProblemText } from '../../shared/problem-texts/accounts.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { SubmitButton } from '../ui/Form.tsx';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { AccountEmail, AccountForm, notConfigured } from './AccountForm.tsx';
import { PasswordOrCode, useSignIn } from './second-step.tsx';

export const LoginForm = withErrorBoundary(Form);

function Form() {
  const { needsCode, signIn } = useSignIn<Field>({ error: accountProblemText('login-failed') });
  const submit = async (read: ReadField<Field>): Promise<Outcome<Field>> => {
    const email = normalizeAddress(read('email'));
    if (!needsCode && email === '')
      return {
        fields: {
          email: problemText('email-required'),
          password: read('password') === '' ? accountProblemText('password-required') : undefined,
        },
      };
    if (!config.identity) return { error: problemText('auth-not-configured') };
    if (!isStorageAllowed()) return { error: accountProblemText('storage-blocked') };
    return signIn(read, email, finish);
  };
  const form = useForm(submit, notConfigured);
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
      {!needsCode && <AccountEmail />}
      <PasswordOrCode needsCode={needsCode} label="Password" />
      <div className="form-actions">
        <SubmitButton label={texts.signIn} busyLabel={texts.signingIn} />
        <a
          className="button button-quiet"
          href="/forgot-password"
          onClick={() => {
            const field = form.element.current?.querySelector<HTMLInputElement>('[name=email]');
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

/** Leaves the page with the user. */
async function finish(user: User): Promise<Outcome<Field>> {
  await rememberUser(user);
  leave();
  return { leaving: true };
}

function leave(): void {
  location.replace(returnPath(location.search, location.origin));
}
