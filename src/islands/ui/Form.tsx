import { type ReactNode, use } from 'react';
import { BusyButton } from './buttons.tsx';
import { FormNotice } from './notices.tsx';
import { FormContext } from './form-context.ts';
import type { FormState } from './use-form.ts';

interface FormProps {
  readonly form: FormState;
  readonly className?: string;
  readonly label?: string;
  /** False for a form that the browser validates until its script has loaded. */
  readonly noValidate?: boolean;
  readonly children: ReactNode;
}

/** A form of the kit. Its fields show their own errors, and cannot be changed while it is busy. */
export function Form({ form, className = 'form', label, noValidate = true, children }: FormProps) {
  return (
    <form
      ref={form.element}
      className={className}
      method="dialog"
      noValidate={noValidate}
      suppressHydrationWarning
      aria-label={label}
      onSubmit={form.onSubmit}
      onInput={form.onInput}
    >
      <FormContext value={form}>{children}</FormContext>
    </form>
  );
}

interface SubmitProps {
  readonly label: string;
  readonly busyLabel: string;
  readonly look?: 'danger' | 'plain';
  /** True if a press does nothing, because there is nothing to send. */
  readonly idle?: boolean;
  /** The form's value of `intent` if this button submits it. */
  readonly intent?: string;
}

/** The button that submits the form around it. useForm ignores a second submission. */
export function SubmitButton({ look, ...props }: SubmitProps) {
  const { busy } = use(FormContext);
  const buttonLook = look === 'plain' ? undefined : (look ?? 'primary');
  return <BusyButton {...props} type="submit" look={buttonLook} busy={busy} />;
}

interface FormEndProps extends SubmitProps {
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The end of a form: its notice, the button that submits it, and further buttons. */
export function FormEnd({ children, ...button }: FormEndProps) {
  const { notice } = use(FormContext);
  return (
    <>
      <FormNotice notice={notice} />
      <div className="form-actions">
        <SubmitButton {...button} />
        {children}
      </div>
    </>
  );
}

interface CancelButtonProps {
  readonly label: string;
  readonly isQuiet?: boolean;
  readonly onPress: () => void;
}

/** A button that closes or leaves a form. */
export function CancelButton({ label, isQuiet = false, onPress }: CancelButtonProps) {
  return (
    <button type="button" className={isQuiet ? 'button button-quiet' : 'button'} onClick={onPress}>
      {label}
    </button>
  );
}
