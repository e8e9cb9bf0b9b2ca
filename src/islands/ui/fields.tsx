import { maxLengths } from '../../shared/max-lengths.ts';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { accountMessages } from '../../shared/messages/account.ts';

interface Labels {
  readonly label: string;
  /** The field's error. Screen readers announce it when it appears. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly optional?: boolean | undefined;
}

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, Labels {
  readonly name: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled input. Its hint and error are its description for screen readers. */
export function TextField({ label, error, hint, optional, ...input }: TextFieldProps) {
  return (
    <LabelledField label={label} error={error} hint={hint} optional={optional}>
      {(controlProps) => <input {...input} {...controlProps} />}
    </LabelledField>
  );
}

interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, Labels {
  readonly name: string;
}

/** A labelled field for several lines of text. */
export function TextAreaField({ label, error, hint, optional, ...area }: TextAreaFieldProps) {
  return (
    <LabelledField label={label} error={error} hint={hint} optional={optional}>
      {(controlProps) => <textarea rows={4} {...area} {...controlProps} />}
    </LabelledField>
  );
}

interface LabelledFieldProps extends Labels {
  /** Renders the control with the attributes that connect it to its label, hint and error. */
  readonly children: (controlProps: {
    readonly id: string;
    readonly required: boolean;
    readonly 'aria-invalid': true | undefined;
    readonly 'aria-describedby': string;
  }) => ReactNode;
}

function LabelledField({ label, error, hint, optional = false, children }: LabelledFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        <span>{label}</span>
        {optional && <span className="optional"> (optional)</span>}
      </label>
      {children({
        id,
        required: !optional,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': `${id}hint ${id}error`,
      })}
      <span id={`${id}hint`} className="hint">
        {hint}
      </span>
      <span id={`${id}error`} className="field-error" role="alert">
        {error}
      </span>
    </div>
  );
}

interface PasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error?: string | undefined;
  /** Shown below the field when the user has typed. */
  readonly hint?: string;
  readonly minLength?: number;
  readonly readOnly: boolean;
}

/** A password field with a button that shows the password. Pasting is allowed. */
export function PasswordField({ label, error, hint, ...input }: PasswordFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  const [hasText, setHasText] = useState(false);
  const { show, hide } = accountMessages;

  useEffect(() => {
    // The user or the browser may have filled the field before hydration.
    setHasText(Boolean(field.current?.value));
  }, []);

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="password">
        <input
          {...input}
          ref={field}
          id={id}
          type={isShown ? 'text' : 'password'}
          required
          maxLength={maxLengths.password}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}hint ${id}error`}
          onInput={(event) => {
            setHasText(event.currentTarget.value !== '');
          }}
        />
        <button
          type="button"
          aria-controls={id}
          onClick={() => {
            setShown(!isShown);
          }}
        >
          <span>{isShown ? hide : show}</span>
          <span className="visually-hidden">{` ${label.toLowerCase()}`}</span>
        </button>
      </span>
      <span id={`${id}hint`} className="hint" role="status">
        {hasText && hint}
      </span>
      <span id={`${id}error`} className="field-error" role="alert">
        {error}
      </span>
    </div>
  );
}

interface CheckFieldProps {
  readonly name: string;
  readonly label: string;
  readonly defaultChecked: boolean;
  readonly readOnly: boolean;
}

/** A checkbox in a form. A read-only checkbox ignores clicks but stays focusable. */
export function CheckField({ name, label, defaultChecked, readOnly }: CheckFieldProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        defaultChecked={defaultChecked}
        aria-readonly={readOnly}
        onClick={(event) => {
          if (readOnly) event.preventDefault();
        }}
      />
      <span>{label}</span>
    </label>
  );
}
