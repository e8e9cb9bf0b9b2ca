import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { screenMessages } from '../../shared/messages/site.ts';
import { AskContext, type ConfirmQuestion } from './ask.ts';
import { buttonClasses } from './buttons.tsx';
import { useModal } from './use-modal.ts';

type Answer = (confirmed: boolean) => void;

/** An open question, or a question that waits for the open one. */
interface PendingQuestion {
  readonly number: number;
  readonly question: ConfirmQuestion;
  readonly answer: Answer;
}

/**
 * Shows the questions of `useAsk` in a dialog. Only one question is open at a time, so that no confirmation counts for another
 * question.
 */
export function ConfirmDialogs({ children }: { readonly children: ReactNode }) {
  const [pending, setPending] = useState<readonly PendingQuestion[]>([]);
  const number = useRef(0);
  const ask = (question: ConfirmQuestion) =>
    new Promise<boolean>((resolve) => {
      const ownNumber = (number.current += 1);
      const answer = (confirmed: boolean) => {
        setPending((waiting) => waiting.filter((question) => question.number !== ownNumber));
        resolve(confirmed);
      };
      setPending((waiting) => [...waiting, { number: ownNumber, question, answer }]);
    });

  const [openQuestion] = pending;
  return (
    <AskContext value={{ ask, isAsking: pending.length > 0 }}>
      {openQuestion && (
        <Dialog key={openQuestion.number} question={openQuestion.question} answer={openQuestion.answer} />
      )}
      {children}
    </AskContext>
  );
}

function Dialog({ question, answer }: { readonly question: ConfirmQuestion; readonly answer: Answer }) {
  const { text, detail = [], action, isFinal = false, look = isFinal ? 'danger' : 'primary' } = question;
  const details = [detail, isFinal ? screenMessages.cannotUndo : ''].flat().filter((line) => line !== '');
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby="confirm-text"
      aria-describedby={details.length > 0 ? 'confirm-detail' : undefined}
      onClose={(event) => {
        answer(event.currentTarget.returnValue === 'yes');
      }}
    >
      <form method="dialog" onClick={refuseSecondClick} onSubmit={ignoreSecondClick}>
        <p id="confirm-text">
          <strong>{text}</strong>
        </p>
        <Details lines={typeof detail === 'string' ? [details.join(' ')] : details} />
        <div className="form-actions">
          <button className="button" value="no">
            {question.cancel ?? 'Cancel'}
          </button>
          <button className={buttonClasses[look]} value="yes">
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}

function Details({ lines }: { readonly lines: readonly string[] }) {
  if (lines.join('') === '') return null;
  if (lines.length === 1) return <p id="confirm-detail">{lines[0]}</p>;
  return (
    <ul id="confirm-detail" className="consequences">
      {lines.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** Refuses the second click of the double click that opened the dialog. */
function refuseSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

/** Ignores the second click of a double click. It would press a control under the dialog, which the first click closed. */
function ignoreSecondClick(): void {
  addEventListener(
    'click',
    (event) => {
      if (event.detail < 2) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, once: true },
  );
}
