import type { ReactNode } from 'react';
import { recordMessages } from '../../shared/messages/admin.ts';
import {
  fieldErrors,
  type FieldErrors,
  type Form,
  type Outcome,
  type ReadField,
  useForm,
} from './use-form.ts';
import { SubmitButton } from './buttons.tsx';
import { type ApiAnswer, fieldMessages, problemCode, isMissing } from '../../client/api.ts';
import type { Notice, Remedy } from './notices.tsx';

interface Props<Field extends string> {
  readonly form: Form<Field>;
  /** Closes the form. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A record's form: its fields, Save and Cancel. */
export function RecordForm<Field extends string>({ form, onCancel, children }: Props<Field>) {
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
        <button type="button" className="button" onClick={onCancel}>
          {cancel}
        </button>
      </div>
    </form>
  );
}

/** Props of a form for a record. */
export interface RecordFormProps<Row> {
  /** The record being edited. Null creates a new record. */
  readonly editing: Row | null;
  readonly notify: (notice: Notice | null) => void;
  /** Called after a save, with the saved record. */
  readonly onSaved: (answer: unknown) => void;
  /** Asks before a save that would discard text in another form. Resolves to whether to save. */
  readonly maySave?: () => Promise<boolean>;
  /** Called after a conflict, so that the list is loaded again. */
  readonly onConflict: () => void;
  /** Fills the form from the reloaded record. */
  readonly onReloaded: (row: Row) => void;
  readonly onCancel: () => void;
}

/** Functions that check, save and load one kind of record. `texts.failed` is shown if the server sent no message. */
interface RecordRules<Row, Field extends string> {
  readonly fields: readonly Field[];
  readonly texts: { readonly created: string; readonly updated: string; readonly failed: string };
  readonly check: (read: ReadField<Field>, form: HTMLFormElement, editing: Row | null) => FieldErrors<Field>;
  readonly save: (read: ReadField<Field>, editing: Row | null) => Promise<ApiAnswer>;
  /** Loads the newest record, or the message of the failure. */
  readonly reload: (row: Row) => Promise<Row | string>;
}

/**
 * The state of a record's form. The screen's notice shows the result of a save. The fields show their own errors. After a
 * conflict the typed text stays and the notice offers to reload the record.
 */
export function useRecordForm<Row, Field extends string>(
  { editing, notify, onSaved, maySave, onConflict, onReloaded }: Omit<RecordFormProps<Row>, 'onCancel'>,
  rules: RecordRules<Row, Field>,
): Form<Field> {
  const submit = async (read: ReadField<Field>, element: HTMLFormElement): Promise<Outcome<Field>> => {
    notify(null);
    const errors = rules.check(read, element, editing);
    if (Object.values(errors).some(Boolean)) return { fields: errors };
    if (maySave && !(await maySave())) return { done: true };
    const answer = await rules.save(read, editing);
    if (answer.ok) {
      notify({ kind: 'success', text: editing ? rules.texts.updated : rules.texts.created });
      onSaved(answer.data);
      return { done: true };
    }
    const remedy =
      editing && isConflict(answer)
        ? reloadRemedy(() => rules.reload(editing), onReloaded, notify)
        : undefined;
    const detail = fieldMessages(answer, rules.fields);
    notify({ kind: 'error', text: answer.error ?? rules.texts.failed, detail, remedy });
    if (isMissing(answer) || answer.status === 409) onConflict();
    return { fields: fieldErrors(answer.data, rules.fields) };
  };
  return useForm(submit);
}

/** True if the server refused a change because somebody else has changed the record since it was loaded. */
export function isConflict({ data }: ApiAnswer): boolean {
  return problemCode(data) === 'edit-conflict';
}

/** Returns a button that reloads a record after a conflict. A failed reload shows its message and the button again. */
export function reloadRemedy<Row>(
  reload: () => Promise<Row | string>,
  onReloaded: (row: Row) => void,
  notify: (notice: Notice) => void,
): Remedy {
  const remedy: Remedy = {
    label: recordMessages.reload,
    busyLabel: recordMessages.reloading,
    apply: async () => {
      const newest = await reload();
      if (typeof newest === 'string') {
        notify({ kind: 'error', text: newest, remedy });
        return;
      }
      notify({ kind: 'success', text: recordMessages.reloaded });
      onReloaded(newest);
    },
  };
  return remedy;
}
