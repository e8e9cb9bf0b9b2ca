import type { ReactNode } from 'react';
import { type ApiAnswer, fieldMessages, isMissing, problemCode } from '../../client/api.ts';
import { recordMessages } from '../../shared/messages/admin.ts';
import { CancelButton, Form, FormEnd } from './Form.tsx';
import type { Notice, Remedy } from './notices.tsx';
import {
  fieldErrors,
  type FieldErrors,
  type FormState,
  type Outcome,
  type ReadField,
  useForm,
} from './use-form.ts';

interface Props {
  readonly form: FormState;
  /** Closes the form. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A record's form: its fields, Save and Cancel. */
export function RecordForm({ form, onCancel, children }: Props) {
  const { save, saving, cancel } = recordMessages;
  return (
    <Form form={form} className="form record-form">
      {children}
      <FormEnd label={save} busyLabel={saving}>
        <CancelButton label={cancel} onPress={onCancel} />
      </FormEnd>
    </Form>
  );
}

/** Props of a form for a record. */
export interface RecordFormProps<Row, Saved = unknown> {
  /** The record being edited. Null creates a new record. */
  readonly editing: Row | null;
  readonly notify: (notice: Notice | null) => void;
  /** Called after a save, with the saved record. */
  readonly onSaved: (saved: Saved, answer: ApiAnswer<Saved>) => void;
  /** Asks before a save that would discard text in another form. Resolves to whether to save. */
  readonly maySave?: () => Promise<boolean>;
  /** Called after a conflict, so that the list is loaded again. */
  readonly onConflict: () => void;
  /** Fills the form from the reloaded record. */
  readonly onReloaded: (row: Row) => void;
  readonly onCancel: () => void;
}

/** Texts about one kind of record, and functions that check, save and load it. */
interface RecordRules<Row, Field extends string, Saved> {
  readonly texts: {
    readonly created: string;
    readonly updated: string;
    readonly explainFailure: (answer: ApiAnswer) => string;
  };
  readonly check: (read: ReadField<Field>, form: HTMLFormElement, editing: Row | null) => FieldErrors<Field>;
  readonly save: (read: ReadField<Field>, editing: Row | null) => Promise<ApiAnswer<Saved>>;
  /** Loads the newest record, or the message of the failure. */
  readonly reload: (row: Row) => Promise<Row | string>;
}

/**
 * The state of a record's form. The screen's notice shows the result of a save. The fields show their own errors. After a
 * conflict the typed text stays and the notice offers to reload the record.
 */
export function useRecordForm<Row, Field extends string, Saved>(
  {
    editing,
    notify,
    onSaved,
    maySave,
    onConflict,
    onReloaded,
  }: Omit<RecordFormProps<Row, Saved>, 'onCancel'>,
  rules: RecordRules<Row, Field, Saved>,
): FormState<Field> {
  const submit = async (read: ReadField<Field>, element: HTMLFormElement): Promise<Outcome<Field>> => {
    notify(null);
    const typingErrors = rules.check(read, element, editing);
    if (Object.values(typingErrors).some(Boolean)) return { fields: typingErrors };
    if (maySave && !(await maySave())) return { done: true };
    const answer = await rules.save(read, editing);
    if (answer.ok) {
      notify({ kind: 'success', text: editing ? rules.texts.updated : rules.texts.created });
      onSaved(answer.data, answer);
      return { done: true };
    }
    const remedy =
      editing && isConflict(answer)
        ? reloadRemedy(() => rules.reload(editing), onReloaded, notify)
        : undefined;
    const errors = fieldErrors<Field>(answer, element);
    const detail = fieldMessages(answer, Object.keys(errors));
    notify({ kind: 'error', text: rules.texts.explainFailure(answer), detail, remedy });
    if (isMissing(answer) || answer.status === 409) onConflict();
    return { fields: errors };
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
    onPress: async () => {
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
