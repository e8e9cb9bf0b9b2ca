import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  use,
  useId,
} from 'react';
import { maxLengths } from '../../shared/max-lengths.ts';
import { FormContext } from './form-context.ts';

interface Labels {
  readonly label: string;
  /** The field's error, if it is not an error of the form. Screen readers announce it when it appears. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly optional?: boolean | undefined;
}

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, Labels {
  readonly name: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labeled input. Its hint and error are its description for screen readers. */
export function TextField({ label, error, hint, optional, ...input }: TextFieldProps) {
  return (
    <LabeledField name={input.name} label={label} error={error} hint={hint} optional={optional}>
      {(controlProps) => <input {...input} {...controlProps} />}
    </LabeledField>
  );
}

/** A field for another person's name, which the browser must not fill in. */
export function NameField(props: Partial<TextFieldProps>) {
  return <TextField name="name" label="Name" autoComplete="off" maxLength={maxLengths.name} {...props} />;
}

/** A field for an email. The browser fills it in only where `autoComplete` says so. */
export function EmailField(props: Partial<TextFieldProps>) {
  return (
    <TextField
      name="email"
      label="Email"
      type="email"
      autoComplete="off"
      maxLength={maxLengths.email}
      {...props}
    />
  );
}

interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, Labels {
  readonly name: string;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A labeled field for several lines of text. */
export function TextAreaField({ label, error, hint, optional, ...area }: TextAreaFieldProps) {
  return (
    <LabeledField name={area.name} label={label} error={error} hint={hint} optional={optional}>
      {(controlProps) => <textarea rows={4} {...area} {...controlProps} />}
    </LabeledField>
  );
}

interface LabeledFieldProps extends Labels {
  readonly name: string;
  /** True if screen readers announce the hint when it appears. */
  readonly isHintLive?: boolean;
  /** Renders the control with the attributes that connect it to its label, hint and error. */
  readonly children: (controlProps: {
    readonly id: string;
    readonly required: boolean;
    readonly readOnly: boolean;
    readonly 'aria-invalid': true | undefined;
    readonly 'aria-describedby': string;
  }) => ReactNode;
}

/** A control with its label, hint and error. Locked while the form around it is busy. */
export function LabeledField(props: LabeledFieldProps) {
  const { name, label, hint, optional = false, isHintLive = false, children } = props;
  const id = useId();
  const form = use(FormContext);
  const error = props.error ?? form.errors[name];
  return (
    <div className="field">
      <label htmlFor={id}>
        <span>{label}</span>
        {optional && <span className="optional"> (optional)</span>}
      </label>
      {children({
        id,
        required: !optional,
        readOnly: form.busy,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': `${id}hint ${id}error`,
      })}
      <span id={`${id}hint`} className="hint" role={isHintLive ? 'status' : undefined}>
        {hint}
      </span>
      <span id={`${id}error`} className="field-error" role="alert">
        {error}
      </span>
    </div>
  );
}

interface FileFieldProps {
  readonly label: string;
  readonly optional?: boolean;
  readonly accept: string;
  readonly disabled?: boolean;
  readonly onFile: (file: File | undefined) => void;
}

/** A field that chooses a file. A corrected file of the same name can be chosen again. */
export function FileField({ label, optional = false, accept, disabled = false, onFile }: FileFieldProps) {
  return (
    <LabeledField name="" label={label} optional={optional}>
      {({ id }) => (
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          onClick={(event) => {
            event.currentTarget.value = '';
          }}
          onChange={(event) => {
            onFile(event.target.files?.[0]);
          }}
        />
      )}
    </LabeledField>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The text of the choice without a value. */
  readonly all?: string;
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** Further options. */
  readonly children?: ReactNode;
}

/** A labeled select. */
export function Select({ label, value, onChange, all, options = [], children }: SelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      >
        {all !== undefined && <option value="">{all}</option>}
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
        {children}
      </select>
    </div>
  );
}
