import type { ReactNode } from 'react';
import type { ApiAnswer } from '../../client/api.ts';
import { messages } from '../../shared/messages.ts';
import { fieldErrors } from '../forms/field-errors.ts';
import type { Form, Outcome } from '../forms/use-form.ts';
import type { Notice } from '../ui/FormNotice.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';

/** What a form above a table works with. */
export interface RecordFormProps<Row> {
  /** The record being edited; null makes a new one. */
  readonly editing: Row | null;
  readonly say: (notice: Notice | null) => void;
  readonly onSaved: () => void;
  /** The record is another by now: the list wants to be read again before the next try. */
  readonly onConflict: () => void;
  readonly onCancel: () => void;
}

interface Texts {
  readonly created: string;
  readonly updated: string;
  /** What is said where the server has no words of its own. */
  readonly failed: string;
}

/** What a save came to: said in the screen's own box, and what concerns a field beside the field. */
export const outcomeOfSave = <Row, Field extends string>(
  answer: ApiAnswer,
  { editing, say, onSaved, onConflict }: RecordFormProps<Row>,
  texts: Texts,
  fields: readonly Field[],
): Outcome<Field> => {
  if (answer.ok) {
    say({ kind: 'success', text: editing ? texts.updated : texts.created });
    onSaved();
    return { done: true };
  }
  say({ kind: 'error', text: answer.error ?? texts.failed });
  if (editing && answer.status === 409) onConflict();
  return { fields: fieldErrors(answer.data, fields) };
};

interface Props<Field extends string> {
  readonly form: Form<Field>;
  /** Leads back to an empty form; given while a record is edited. */
  readonly onCancel: (() => void) | null;
  readonly children: ReactNode;
}

/** The form itself: its fields, Save, and Cancel while a record is edited. */
export const RecordForm = <Field extends string>({ form, onCancel, children }: Props<Field>) => {
  const { save, saving, cancel } = messages.admin;
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
