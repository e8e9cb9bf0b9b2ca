import type { ApiAnswer } from '../../client/api.ts';
import { fieldErrors } from '../forms/field-errors.ts';
import { type FieldErrors, type Form, type Outcome, type Read, useForm } from '../forms/use-form.ts';
import { isStale } from './is-stale.ts';
import type { Merge } from './merge-fields.ts';
import { fieldMessages } from '../../client/api-error.ts';
import type { Said } from './ScreenNotice.tsx';
import { type Rereading, useNewerRecord } from './use-newer-record.ts';

/** What a form above a table works with. */
export interface RecordFormProps<Row> {
  /** The record being edited; null makes a new one. */
  readonly editing: Row | null;
  readonly say: (said: Said | null) => void;
  /** The record is saved; `answer` is what the server has of it now. */
  readonly onSaved: (answer: unknown) => void;
  /** Asked before a save that takes away what was typed elsewhere; resolves to whether to go ahead. */
  readonly maySave?: () => Promise<boolean>;
  /** The record is another by now, or gone, or there already: the list wants to be read again before the next try. */
  readonly onConflict: () => void;
  /** The record as somebody else left it: the next save is made from it. */
  readonly onNewer: (row: Row) => void;
  readonly onCancel: () => void;
}

/** What a kind of record makes of its form; `failed` is said where the server has no words of its own. */
interface Rules<Row, Field extends string> extends Rereading<Row, Field> {
  readonly texts: { readonly created: string; readonly updated: string; readonly failed: string };
  readonly check: (read: Read<Field>, form: HTMLFormElement, editing: Row | null) => FieldErrors<Field>;
  readonly save: (read: Read<Field>, editing: Row | null) => Promise<ApiAnswer>;
}

/**
 * The form of a record: checks it and saves it. What that came to is said in the screen's own box, and what
 * concerns a field beside the field. A record that somebody else changed meanwhile can be loaded into the form;
 * `merge` says then which fields differ.
 */
export const useRecordForm = <Row, Field extends string>(
  { editing, say, onSaved, maySave, onConflict, onNewer }: Omit<RecordFormProps<Row>, 'onCancel'>,
  rules: Rules<Row, Field>,
): { readonly form: Form<Field>; readonly merge: Merge<Field> } => {
  const submit = async (read: Read<Field>, element: HTMLFormElement): Promise<Outcome<Field>> => {
    say(null);
    const wrong = rules.check(read, element, editing);
    if (Object.values(wrong).some(Boolean)) return { fields: wrong };
    if (maySave && !(await maySave())) return { done: true };
    const answer = await rules.save(read, editing);
    if (answer.ok) {
      newer.forget();
      say({ kind: 'success', text: editing ? rules.texts.updated : rules.texts.created });
      onSaved(answer.data);
      return { done: true };
    }
    const remedy = editing && isStale(answer) ? newer.remedyFor(editing) : undefined;
    const detail = fieldMessages(answer, rules.fields);
    say({ kind: 'error', text: answer.error ?? rules.texts.failed, detail, remedy });
    if (answer.status === 404 || answer.status === 409) onConflict();
    return { fields: fieldErrors(answer.data, rules.fields) };
  };

  const form = useForm(submit);
  const newer = useNewerRecord(form.form, rules, onNewer, say);
  return { form, merge: newer.merge };
};
