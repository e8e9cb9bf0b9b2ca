import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly name: string;
  readonly label: string;
  /** What is wrong with it; said when it appears. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly optional?: boolean;
}

/** A labelled input with its hint and error, tied to it for those who hear it. */
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
