import type { ReactNode } from 'react';
import { recordMessages } from '../../shared/messages/admin.ts';
import type { Form } from './use-form.ts';
import { SubmitButton } from './buttons.tsx';

interface Props<Field extends string> {
  readonly form: Form<Field>;
  /** Empties the form; null while a new record is created. */
  readonly onCancel: (() => void) | null;
  readonly children: ReactNode;
}

/** A record's form: the fields, Save, and Cancel while a record is edited. */
export const RecordForm = <Field extends string>({ form, onCancel, children }: Props<Field>) => {
  const { save, saving, cancel } = recordMessages;
  return (
    <form
      ref={form.form}
      className="form record-form"
      method="dialog"
      noValidate
      onSubmit={form.onSubmit}
      onInput={form.onInput}
    >
      {children}
      <div className="form-actions">
        <SubmitButton label={save} busyLabel={saving} busy={form.busy} />
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            {cancel}
          </button>
        )}
      </div>
    </form>
  );
};

interface CheckFieldProps {
  readonly name: string;
  readonly label: string;
  readonly defaultChecked: boolean;
  readonly readOnly: boolean;
}

/** A checkbox in a form. While it is read-only it keeps its tick, and the focus. */
export const CheckField = ({ name, label, defaultChecked, readOnly }: CheckFieldProps) => (
  <label className="check">
    <input
      type="checkbox"
      {...{ name, defaultChecked }}
      aria-readonly={readOnly}
      onClick={(event) => {
        if (readOnly) event.preventDefault();
      }}
    />
    <span>{label}</span>
  </label>
);
