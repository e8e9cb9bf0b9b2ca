import type { ReactNode } from 'react';
import { recordMessages } from '../../shared/messages/records.ts';
import type { Form } from '../forms/use-form.ts';
import { SubmitButton } from '../ui/SubmitButton.tsx';

interface Props<Field extends string> {
  readonly form: Form<Field>;
  /** Leads back to an empty form; given while a record is edited. */
  readonly onCancel: (() => void) | null;
  readonly children: ReactNode;
}

/** The form itself: its fields, Save, and Cancel while a record is edited. */
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
