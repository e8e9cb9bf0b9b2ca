import type { ReactNode } from 'react';
import { FormNotice, type Notice } from '../ui/FormNotice.tsx';
import type { Form } from '../ui/use-form.ts';
import { TextField } from '../ui/TextField.tsx';
import { config } from '../../client/config.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { fetched } from '../../client/fetched.ts';
import { isCommonPassword, minPasswordLength } from '../../shared/passwords.ts';
import { accountProblemText } from '../../shared/problems/accounts.ts';

interface Props<Field extends string> {
  readonly form: Form<Field>;
  /** What the form says where its own state has nothing to say. */
  readonly otherwise?: Notice | null;
  /** For a form that comes with its script: the browser checks it at no time. */
  readonly noValidate?: boolean;
  readonly children: ReactNode;
}

/** The form of an account screen. Until its script is there the browser checks it, from then on the script. */
export const AccountForm = <Field extends string>({
  form,
  otherwise = null,
  noValidate,
  children,
}: Props<Field>) => (
  <form
    ref={form.form}
    className="form"
    method="dialog"
    noValidate={noValidate}
    suppressHydrationWarning
    onSubmit={form.onSubmit}
    onInput={form.onInput}
  >
    <FormNotice notice={form.notice ?? otherwise} />
    {children}
  </form>
);

interface EmailFieldProps {
  readonly error: string | undefined;
  readonly readOnly: boolean;
}

/** The email field of an account, named for password managers. */
export const EmailField = (props: EmailFieldProps) => (
  <TextField
    {...props}
    name="email"
    label="Email"
    type="email"
    autoComplete="username"
    maxLength={maxLengths.email}
  />
);

/** The notice of a form that needs authentication, if that is not configured. */
export const notConfigured: Notice | null = config.identity
  ? null
  : { kind: 'error', text: problemText('auth-not-configured') };

/** The error of a new password, or undefined. `tooShort` is the screen's text. Rejects if the list of passwords cannot be loaded. */
export const passwordProblem = async (password: string, tooShort: string): Promise<string | undefined> => {
  if (password === '') return accountProblemText('password-required');
  if (password.length < minPasswordLength) return tooShort;
  return (await fetched(isCommonPassword(password))) ? problemText('password-common') : undefined;
};
