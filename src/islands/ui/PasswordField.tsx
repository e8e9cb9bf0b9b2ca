import { useEffect, useId, useRef, useState } from 'react';
import { maxLengths } from '../../shared/max-lengths.ts';
import { accountMessages } from '../../shared/messages/account.ts';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error?: string | undefined;
  /** Stands below the field once somebody types. */
  readonly hint?: string;
  readonly minLength?: number;
  readonly readOnly: boolean;
}

/** A password's input, which can be looked at and pasted into. */
export const PasswordField = ({ label, error, hint, ...input }: Props) => {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const [typed, setTyped] = useState(false);
  const { show, hide } = accountMessages;

  useEffect(() => {
    // What was typed or filled in before the script came.
    setTyped(Boolean(field.current?.value));
  }, []);

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="password">
        <input
          {...input}
          ref={field}
          id={id}
          type={shown ? 'text' : 'password'}
          required
          maxLength={maxLengths.password}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}hint ${id}error`}
          onInput={(event) => {
            setTyped(event.currentTarget.value !== '');
          }}
        />
        <button
          type="button"
          aria-controls={id}
          onClick={() => {
            setShown(!shown);
          }}
        >
          <span>{shown ? hide : show}</span>
          <span className="visually-hidden">{` ${label.toLowerCase()}`}</span>
        </button>
      </span>
      <span id={`${id}hint`} className="hint" role="status">
        {typed && hint}
      </span>
      <span id={`${id}error`} className="field-error" role="alert">
        {error}
      </span>
    </div>
  );
};
