import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { type ApiAnswer, errorMessage } from '../../../client/api.ts';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { withdrawalAdminMessages as texts } from '../../../shared/messages/overview.ts';
import { problemText } from '../../../shared/problem-texts/common.ts';
import { count } from '../../../shared/text.ts';
import { TextAreaField } from '../../ui/fields.tsx';
import { focusUnmoved } from '../../ui/focus.ts';
import { Form, FormEnd } from '../../ui/Form.tsx';
import type { Notice, ScreenCallbacks } from '../../ui/notices.tsx';
import { type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';

/** Marks one request as handled, with a note. */
export function HandleForm({ id, ...callbacks }: ScreenCallbacks & { readonly id: string }) {
  const send = async (note: string): Promise<Notice | ApiAnswer> => {
    const answer = await authFetch('PUT /api/withdrawals/:id', { params: { id }, body: { note } });
    if (answer.ok) return { kind: 'success', text: texts.handled };
    // Somebody else was first, so the request leaves the list as well.
    const isGone = answer.status === 404 || answer.status === 409;
    return isGone ? { kind: 'error', text: errorMessage(answer) } : answer;
  };
  return <NoteForm send={send} {...callbacks} />;
}

interface BulkProps extends ScreenCallbacks {
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** Marks all selected requests as handled, with one note. */
export function BulkHandling({ ids, onDone, ...callbacks }: BulkProps) {
  const send = async (note: string): Promise<Notice | ApiAnswer> => {
    const answer = await authFetch('POST /api/withdrawals/handle', { body: { ids, note } });
    if (!answer.ok) return answer;
    onDone();
    return { kind: 'success', text: texts.handledCount(count(answer.data.changed.length, 'request')) };
  };
  return (
    <div className="selection-bar" role="group" aria-label={texts.selected}>
      <p>{texts.selectedCount(ids.length)}</p>
      <details className="disclosure">
        <summary>{texts.handleSelected(ids.length)}</summary>
        <NoteForm send={send} {...callbacks} />
      </details>
    </div>
  );
}

interface NoteFormProps extends ScreenCallbacks {
  /** Sends the note. Returns the notice of the screen, or the answer if the form stays open with its error. */
  readonly send: (note: string) => Promise<Notice | ApiAnswer>;
}

function NoteForm({ send, notify, reload }: NoteFormProps) {
  const form = useForm(async (read: ReadField<'note'>): Promise<Outcome<'note'>> => {
    notify(null);
    const note = read('note').trim();
    if (note === '') return { fields: { note: problemText('note-required') } };
    const pressed = document.activeElement;
    const result = await send(note);
    if ('ok' in result) return { refused: result };
    notify({ ...result, shouldFocus: focusUnmoved(pressed) });
    await reload();
    return { done: true };
  });
  return (
    <Form form={form}>
      <TextAreaField name="note" label={texts.note} rows={2} maxLength={maxLengths.reason} />
      <FormEnd label={texts.handle} busyLabel={texts.handling} />
    </Form>
  );
}
