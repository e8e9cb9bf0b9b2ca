import { type RefObject, useRef } from 'react';
import { type ApiAnswer, refusedFields } from '../../../client/api.ts';
import { payoutMessages as texts } from '../../../shared/messages/payouts.ts';
import { screenMessages } from '../../../shared/messages/site.ts';
import { adminProblemText } from '../../../shared/problem-texts/admin.ts';
import { count } from '../../../shared/text.ts';
import { fieldErrors, type FieldErrors, type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import type { Notice } from '../../ui/notices.tsx';
import { FileField, TextAreaField } from '../../ui/fields.tsx';
import { Form, FormEnd } from '../../ui/Form.tsx';
import { readTextFile } from '../../../client/accounts/files.ts';
import type { PayoutActions } from './run/use-payout-actions.ts';
import { useUnsavedChangesPrompt } from '../../ui/use-unsaved-changes-prompt.ts';

interface Props {
  readonly ref: RefObject<HTMLDetailsElement | null>;
  readonly actions: PayoutActions;
  readonly notify: (notice: Notice | null) => void;
}

/** Number of wrong lines that the form names. */
const SHOWN_LINE_ERRORS = 5;

/** Returns the errors of the first wrong lines, or else the error of the whole list. */
function listErrors(answer: ApiAnswer, form: HTMLFormElement): FieldErrors<'csv'> {
  const lineErrors = refusedFields(answer.data).flatMap(({ field, message }) => {
    const lineIndex = /^csv\.(\d+)\b/.exec(field)?.[1];
    return lineIndex === undefined ? [] : [texts.wrongLine(Number(lineIndex) + 1, message)];
  });
  return lineErrors.length > 0
    ? { csv: lineErrors.slice(0, SHOWN_LINE_ERRORS).join(' ') }
    : fieldErrors(answer, form);
}

/** Marks payouts as paid from pasted lines or a file: `id,transaction id`. */
export function PayoutPaidList({ ref, actions, notify }: Props) {
  const lines = useRef<HTMLTextAreaElement>(null);
  /** Counts chosen files, inputs and submissions. A file that is read too late does not replace newer text. */
  const latest = useRef(0);

  const submit = async (read: ReadField<'csv'>, element: HTMLFormElement): Promise<Outcome<'csv'>> => {
    latest.current += 1;
    const csv = read('csv').trim();
    if (csv === '') return { fields: { csv: adminProblemText('paid-lines-required') } };
    const filledLines = csv.split('\n').filter((line) => line.trim() !== '').length;
    const question = {
      text: texts.confirmPaidList(count(filledLines, 'line')),
      detail: screenMessages.cannotUndo,
      action: texts.markPaid,
    } as const;
    const answer = await actions.run('paid', question, { csv });
    const result = answer?.ok ? answer.data : null;
    // Keeps the lines if payouts were not changed, so that the user can look them up.
    if (result && result.unchanged.length + result.missing.length === 0) element.reset();
    return answer && !answer.ok ? { fields: listErrors(answer, element) } : { done: true };
  };
  const form = useForm(submit);
  useUnsavedChangesPrompt(form.element);

  const readFile = async (file: File | undefined) => {
    const attempt = (latest.current += 1);
    if (!file) return;
    notify(null);
    const read = await readTextFile(file);
    if (attempt !== latest.current) return;
    if ('failure' in read) notify({ kind: 'error', text: adminProblemText(read.failure) });
    else if (lines.current) {
      lines.current.value = read.text;
      form.onInput({ target: lines.current });
    }
  };

  return (
    <details ref={ref} className="disclosure">
      <summary>Mark as paid from a list</summary>
      <Form form={form}>
        <p className="soft">{texts.listHint}</p>
        <FileField
          label="File"
          optional
          accept=".csv,.txt,text/csv,text/plain"
          disabled={form.busy}
          onFile={(file) => void readFile(file)}
        />
        <TextAreaField
          ref={lines}
          name="csv"
          label="Lines"
          rows={6}
          spellCheck={false}
          autoComplete="off"
          onInput={() => {
            latest.current += 1;
          }}
        />
        <FormEnd look="plain" label={texts.markPaid} busyLabel={texts.markingPaid} />
      </Form>
    </details>
  );
}
