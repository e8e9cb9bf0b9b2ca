import { useId, useRef } from 'react';
import { refusedFields } from '../../client/api.ts';
import { payoutMessages as texts } from '../../shared/messages/payouts.ts';
import { payoutProblemText } from '../../shared/problems/payouts.ts';
import { fieldErrors, type FieldErrors, type Outcome, type Read, useForm } from '../ui/use-form.ts';
import type { Notice } from '../ui/FormNotice.tsx';
import { SubmitButton } from '../ui/buttons.tsx';
import { readTextFile } from './read-text-file.ts';
import type { PayoutMoves } from './use-payout-moves.tsx';
import { useUnsavedChangesPrompt } from '../ui/use-unsaved-changes-prompt.ts';

interface Props {
  readonly moves: PayoutMoves;
  readonly notify: (notice: Notice | null) => void;
}

/** What is wrong with the list, or with which payouts of it: some, to begin with. */
const wrongLines = (data: unknown): FieldErrors<'csv'> => {
  const wrong = refusedFields(data).flatMap(({ field, message }) => {
    const place = /^csv\.(\d+)\b/.exec(field)?.[1];
    return place === undefined ? [] : [texts.wrongLine(Number(place) + 1, message)];
  });
  return wrong.length > 0 ? { csv: wrong.slice(0, 5).join(' ') } : fieldErrors(data, ['csv']);
};

/** Marks payouts as paid from lines of `id,transaction id`, pasted or out of a file. */
export const PayoutPaidList = ({ moves, notify }: Props) => {
  const id = useId();
  const lines = useRef<HTMLTextAreaElement>(null);
  /** What counts is what came last: a file, what was typed, or what is sent. */
  const latest = useRef(0);

  const submit = async (read: Read<'csv'>, element: HTMLFormElement): Promise<Outcome<'csv'>> => {
    latest.current += 1;
    const csv = read('csv').trim();
    if (csv === '') return { fields: { csv: payoutProblemText('paid-lines-required') } };
    const question = { text: texts.confirmPaidList, detail: texts.cannotBeUndone, action: texts.markPaid };
    const answer = await moves.move('paid', question, { csv });
    const moved = answer?.ok ? answer.data : null;
    // What is left as it was may have to be looked up in the lines.
    if (moved && moved.unchanged.length + moved.missing.length === 0) element.reset();
    return answer && !answer.ok ? { fields: wrongLines(answer.data) } : { done: true };
  };
  const { form, busy, errors, onSubmit, onInput } = useForm(submit);
  useUnsavedChangesPrompt(form);

  const take = async (file: File | undefined) => {
    const turn = (latest.current += 1);
    if (!file) return;
    notify(null);
    const read = await readTextFile(file);
    if (turn !== latest.current) return;
    if ('failure' in read) notify({ kind: 'error', text: read.failure });
    else if (lines.current) {
      lines.current.value = read.text;
      onInput({ target: lines.current });
    }
  };

  return (
    <details className="disclosure">
      <summary>Mark as paid from a list</summary>
      <form ref={form} className="form" method="dialog" noValidate {...{ onSubmit, onInput }}>
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
            // A file that was mended is chosen again under the same name.
            onClick={(event) => {
              event.currentTarget.value = '';
            }}
            onChange={(event) => void take(event.target.files?.[0])}
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
          <SubmitButton label={texts.markPaid} busyLabel={texts.markingPaid} busy={moves.busy === 'paid'} />
        </div>
      </form>
    </details>
  );
};
