import type { ReactNode } from 'react';
import { FormNotice, type Notice } from '../ui/FormNotice.tsx';
import type { Form } from '../forms/use-form.ts';

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
