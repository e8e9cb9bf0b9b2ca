import { maxLengths } from '../../shared/max-lengths.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { takeTypedEmail } from '../../client/accounts/navigation.ts';
import { FormNotice, type Notice } from '../ui/notices.tsx';
import type { Form } from '../ui/use-form.ts';
import { TextField } from '../ui/fields.tsx';
import { config } from '../../client/config.ts';
import { problemText } from '../../shared/problem-texts/common.ts';

interface Props<Field extends string> {
  readonly form: Form<Field>;
  /** Shown while the form has no notice of its own. */
  readonly defaultNotice?: Notice | null;
  /** True for a form that only exists with its script, so that the browser never validates it. */
  readonly noValidate?: boolean;
  readonly children: ReactNode;
}

/** The form of an account screen. The browser validates it until the script has loaded. */
export function AccountForm<Field extends string>({
  form,
  defaultNotice = null,
  noValidate,
  children,
}: Props<Field>) {
  return (
    <form
      ref={form.form}
      className="form"
      method="dialog"
      noValidate={noValidate}
      suppressHydrationWarning
      onSubmit={form.onSubmit}
      onInput={form.onInput}
    >
      <FormNotice notice={form.notice ?? defaultNotice} />
      {children}
    </form>
  );
}

interface EmailFieldProps {
  readonly error: string | undefined;
  readonly readOnly: boolean;
}

/** The email field of an account, named for password managers. Starts with the email that was typed on the screen before. */
export function EmailField(props: EmailFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const email = takeTypedEmail();
    if (field.current?.value === '') field.current.value = email;
  }, []);
  return (
    <TextField
      ref={field}
      {...props}
      name="email"
      label="Email"
      type="email"
      autoComplete="username"
      maxLength={maxLengths.email}
    />
  );
}

/** The notice of a form that needs authentication, if that is not configured. */
export const notConfigured: Notice | null = config.identity
  ? null
  : { kind: 'error', text: problemText('auth-not-configured') };
