import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

export interface Question {
  /** What is asked, as one sentence. */
  readonly text: string;
  /** What it comes to, where that needs saying. */
  readonly detail?: string | undefined;
  /** The label of the button that goes ahead. */
  readonly action: string;
}

type Answer = (confirmed: boolean) => void;

/** A question on the screen, or one that waits for its turn. */
interface Asked {
  readonly number: number;
  readonly question: Question;
  readonly answer: Answer;
}

const Dialog = ({ question, answer }: { readonly question: Question; readonly answer: Answer }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby="confirm-text"
      aria-describedby={question.detail && 'confirm-detail'}
      onClose={(event) => {
        answer(event.currentTarget.returnValue === 'yes');
      }}
    >
      <form method="dialog">
        <p id="confirm-text">
          <strong>{question.text}</strong>
        </p>
        {question.detail && <p id="confirm-detail">{question.detail}</p>}
        <div className="form-actions">
          <button className="button" value="no">
            Cancel
          </button>
          <button className="button button-danger" value="yes">
            {question.action}
          </button>
        </div>
      </form>
    </dialog>
  );
};

/**
 * Asks before something is done: `ask` resolves to whether to go ahead; put the element into the screen. One question at a
 * time: another waits until the one before is answered, so that no yes is taken for what was asked a moment ago.
 */
export const useConfirm = (): {
  readonly dialog: ReactNode;
  readonly ask: (question: Question) => Promise<boolean>;
} => {
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const number = useRef(0);

  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        const mine = (number.current += 1);
        const answer = (confirmed: boolean) => {
          setAsked((waiting) => waiting.filter((one) => one.number !== mine));
          resolve(confirmed);
        };
        setAsked((waiting) => [...waiting, { number: mine, question, answer }]);
      }),
    [],
  );

  const [open] = asked;
  return {
    dialog: open && <Dialog key={open.number} question={open.question} answer={open.answer} />,
    ask,
  };
};
