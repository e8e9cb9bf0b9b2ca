import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly name: string;
  readonly label: string;
  /** The field's error. Screen readers announce it when it appears. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly optional?: boolean;
}

/** A labelled input. Its hint and error are its description for screen readers. */
export const TextField = ({ label, error, hint, optional, ...input }: Props) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        <span>{label}</span>
        {optional && <span className="optional"> (optional)</span>}
      </label>
      <input
        {...input}
        id={id}
        required={!optional}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}hint ${id}error`}
      />
      <span id={`${id}hint`} className="hint">
        {hint}
      </span>
      <span id={`${id}error`} className="field-error" role="alert">
        {error}
      </span>
    </div>
  );
};
