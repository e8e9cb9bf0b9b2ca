import { useEffect, useState } from 'react';
import { keepTypedEmail, memberHome } from '../../client/accounts/navigation.ts';
import { isAddressTaken, signUp, signUpProblemText } from '../../client/accounts/sign-up.ts';
import { isSignedIn } from '../../client/accounts/current-user.ts';
import { config } from '../../client/config.ts';
import { isStorageAllowed } from '../../client/session.ts';
import { normalizeAddress } from '../../shared/email.ts';
import { accountMessages as texts } from '../../shared/messages/account.ts';
import { accountProblemText } from '../../shared/problem-texts/accounts.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { EmailField } from '../ui/fields.tsx';
import { NewPasswordField, PasswordField } from '../ui/password-fields.tsx';
import { SubmitButton } from '../ui/Form.tsx';
import { emailProblem, optionalEmailProblem } from '../ui/email-problem.ts';
import { AccountEmail, AccountForm, notConfigured } from './AccountForm.tsx';
import { passwordProblem } from './password-problem.ts';
import { type FieldErrors, type Outcome, type ReadField, useForm } from '../ui/use-form.ts';

export const SignupForm = withErrorBoundary(Form);

function Form() {
  const [takenEmail, setTakenEmail] = useState('');
  const form = useForm((read: ReadField<Field>, element) => {
    setTakenEmail('');
    return submit(read, element, setTakenEmail);
  }, notConfigured);
  const { notice } = form;

  useEffect(() => {
    void isSignedIn().then((signedIn) => {
      if (signedIn) location.replace(memberHome);
    });
  }, []);

  return (
    <AccountForm form={form}>
      {notice && takenEmail !== '' && <OwnAccountLinks email={takenEmail} />}
      <AccountEmail />
      <NewPasswordField name="password" label="Password" />
      <PasswordField name="confirmation" label="Confirm password" autoComplete="new-password" />
      <EmailField
        name="referredBy"
        label="Referred by"
        optional
        hint="The email of the affiliate who told you about the program."
      />
      <div className="form-actions">
        <SubmitButton label={texts.signUp} busyLabel={texts.signingUp} />
      </div>
    </AccountForm>
  );
}

type Field = 'email' | 'password' | 'confirmation' | 'referredBy';

/** The ways into an account that exists already. The next screen gets the typed email. */
function OwnAccountLinks({ email }: { readonly email: string }) {
  const keep = () => {
    keepTypedEmail(email);
  };
  return (
    <div className="buttons">
      <a className="button" href="/login" onClick={keep}>
        {texts.toLogin}
      </a>
      <a className="button" href="/forgot-password" onClick={keep}>
        {texts.toReset}
      </a>
    </div>
  );
}

/** Signs up. Calls `onTaken` with the typed email if it has an account. */
async function submit(
  read: ReadField<Field>,
  form: HTMLFormElement,
  onTaken: (email: string) => void,
): Promise<Outcome<Field>> {
  try {
    const fields = await check(read, form);
    if (Object.values(fields).some(Boolean)) return { fields };
    if (!config.identity) return { error: problemText('auth-not-configured') };
    if (!isStorageAllowed()) return { error: accountProblemText('storage-blocked') };
    await signUp(normalizeAddress(read('email')), read('password'), read('referredBy').trim() || null);
  } catch (error) {
    console.warn('sign up', error);
    if (isAddressTaken(error)) onTaken(read('email').trim());
    return { error: signUpProblemText(error) };
  }
  // Replaces the page, because going back would show the typed passwords.
  location.replace('/affiliate-application');
  return { leaving: true };
}

async function check(read: ReadField<Field>, form: HTMLFormElement): Promise<FieldErrors<Field>> {
  const password = read('password');
  return {
    email: emailProblem(form, 'email'),
    password: await passwordProblem(password, accountProblemText('password-too-short')),
    confirmation: password === read('confirmation') ? undefined : accountProblemText('passwords-differ'),
    referredBy: optionalEmailProblem(form, 'referredBy'),
  };
}
