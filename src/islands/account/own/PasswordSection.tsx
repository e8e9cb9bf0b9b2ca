import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { signInAgain } from '../../../client/accounts/sign-in-again.ts';
import { passwordMessages as texts } from '../../../shared/messages/own-account.ts';
import { accountProblemText } from '../../../shared/problem-texts/accounts.ts';
import { NewPasswordField, PasswordField } from '../../ui/password-fields.tsx';
import { Form, FormEnd } from '../../ui/Form.tsx';
import { type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import { AccountName } from '../AccountForm.tsx';
import { passwordProblem } from '../password-problem.ts';
import { Section } from '../../ui/Section.tsx';

type Field = 'currentPassword' | 'newPassword';

/** Changes the password. The server ends all sessions, and this browser signs in again with the new password. */
export function PasswordSection({ email }: { readonly email: string }) {
  const submit = async (read: ReadField<Field>, element: HTMLFormElement): Promise<Outcome<Field>> => {
    const body = { currentPassword: read('currentPassword'), newPassword: read('newPassword') };
    const fields = await check(body);
    if (Object.values(fields).some(Boolean)) return { fields };
    const answer = await authFetch('PUT /api/account/password', { body });
    if (!answer.ok) return { refused: answer };
    element.reset();
    return (await signInAgain(email, body.newPassword)) ? { success: texts.saved } : { leaving: true };
  };
  const form = useForm(submit);
  return (
    <Section id="password" tab={texts.tab} heading={texts.heading}>
      <p className="soft">{texts.intro}</p>
      <Form form={form}>
        <AccountName email={email} />
        <PasswordField name="currentPassword" label={texts.current} autoComplete="current-password" />
        <NewPasswordField name="newPassword" label={texts.new} />
        <FormEnd label={texts.save} busyLabel={texts.saving} />
      </Form>
    </Section>
  );
}

async function check({ currentPassword, newPassword }: Readonly<Record<Field, string>>) {
  return {
    currentPassword: currentPassword === '' ? accountProblemText('password-required') : undefined,
    newPassword: await passwordProblem(newPassword),
  };
}
