import { type ReactNode, useEffect, useRef } from 'react';
import { takeTypedEmail } from '../../client/accounts/navigation.ts';
import { config } from '../../client/config.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { EmailField } from '../ui/fields.tsx';
import { Form } from '../ui/Form.tsx';
import { FormNotice, type Notice } from '../ui/notices.tsx';
import type { FormState } from '../ui/use-form.ts';

interface Props {
  readonly form: FormState;
  /** Shown while the form has no notice of its own. */
  readonly defaultNotice?: Notice | null;
  /** True for a form that only exists with its script, so that the browser never validates it. */
  readonly noValidate?: boolean;
  readonly children: ReactNode;
}

/** The form of an account screen, with its notice above the fields. The browser validates it until the script has loaded. */
export function AccountForm({ form, defaultNotice = null, noValidate = false, children }: Props) {
  return (
    <Form form={form} noValidate={noValidate}>
      <FormNotice notice={form.notice ?? defaultNotice} />
      {children}
    </Form>
  );
}

/** The email of an account, named for password managers. Starts with the email that was typed on the screen before. */
export function AccountEmail() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const email = takeTypedEmail();
    if (field.current?.value === '') field.current.value = email;
  }, []);
  return <EmailField ref={field} autoComplete="username" />;
}

/** Names the account of a form that asks only for its password. Password managers need the name. */
export function AccountName({ email }: { readonly email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}

/** The notice of a form that needs authentication, if that is not configured. */
export const notConfigured: Notice | null = config.identity
  ? null
  : { kind: 'error', text: problemText('auth-not-configured') };
