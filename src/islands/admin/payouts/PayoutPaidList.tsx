import { useId, useRef } from 'react';
import { refusedFields } from '../../../client/api.ts';
import { payoutMessages as texts } from '../../../shared/messages/payouts.ts';
import { screenMessages } from '../../../shared/messages/site.ts';
import { adminProblemText } from '../../../shared/problem-texts/admin.ts';
import { count } from '../../../shared/text.ts';
import { fieldErrors, type FieldErrors, type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import type { Notice } from '../../ui/notices.tsx';
import { SubmitButton } from '../../ui/buttons.tsx';
import { readTextFile } from '../../../client/accounts/files.ts';
import type { PayoutActions } from './use-payout-actions.tsx';
import { useUnsavedChangesPrompt } from '../../ui/use-unsaved-changes-prompt.ts';

interface Props {
  readonly actions: PayoutActions;
  readonly notify: (notice: Notice | null) => void;
}

/** Number of wrong lines that the form names. */
const SHOWN_LINE_ERRORS = 5;

/** Returns the errors of the first wrong lines, or else the error of the whole list. */
function listErrors(data: unknown): FieldErrors<'csv'> {
  const lineErrors = refusedFields(data).flatMap(({ field, message }) => {
    const lineIndex = /^csv\.(\d+)\b/.exec(field)?.[1];
    return lineIndex === undefined ? [] : [texts.wrongLine(Number(lineIndex) + 1, message)];
  });
  return lineErrors.length > 0
    ? { csv: lineErrors.slice(0, SHOWN_LINE_ERRORS).join(' ') }
    : fieldErrors(data, ['csv']);
}

/** Marks payouts as paid from pasted lines or a file: `id,transaction id`. */
export function PayoutPaidList({ actions, notify }: Props) {
  const id = useId();
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
    return answer && !answer.ok ? { fields: listErrors(answer.data) } : { done: true };
  };
  const { form, busy, errors, onSubmit, onInput } = useForm(submit);
  useUnsavedChangesPrompt(form);

  const readFile = async (file: File | undefined) => {
    const attempt = (latest.current += 1);
    if (!file) return;
    notify(null);
    const read = await readTextFile(file);
    if (attempt !== latest.current) return;
    if ('failure' in read) notify({ kind: 'error', text: adminProblemText(read.failure) });
    else if (lines.current) {
      lines.current.value = read.text;
      onInput({ target: lines.current });
    }
  };

  return (
    <details className="disclosure">
      <summary>Mark as paid from a list</summary>
      <form ref={form} className="form" method="dialog" noValidate onSubmit={onSubmit} onInput={onInput}>
        <p className="soft">{texts.listHint}</p>
        <div className="field">
          <label htmlFor={`${id}file`}>
            File<span className="optional"> (optional)</span>
          </label>
          <input
            id={`${id}file`}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            disabled={busy}
            // Lets the user choose a corrected file of the same name again.
            onClick={(event) => {
              event.currentTarget.value = '';
            }}
            onChange={(event) => void readFile(event.target.files?.[0])}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}lines`}>Lines</label>
          <textarea
            ref={lines}
            id={`${id}lines`}
            name="csv"
            rows={6}
            required
            spellCheck={false}
            autoComplete="off"
            readOnly={busy}
            onInput={() => {
              latest.current += 1;
            }}
            aria-invalid={errors.csv ? true : undefined}
            aria-describedby={`${id}error`}
          />
          <span id={`${id}error`} className="field-error" role="alert">
            {errors.csv}
          </span>
        </div>
        <div className="form-actions">
          <SubmitButton label={texts.markPaid} busyLabel={texts.markingPaid} busy={actions.busy === 'paid'} />
        </div>
      </form>
    </details>
  );
}
