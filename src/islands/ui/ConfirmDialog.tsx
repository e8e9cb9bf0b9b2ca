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
      onClose={(event) => {
        answer(event.currentTarget.returnValue === 'yes');
      }}
    >
      <form method="dialog">
        <p id="confirm-text">
          <strong>{question.text}</strong>
        </p>
        {question.detail && <p>{question.detail}</p>}
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

/** Asks before something is done: `ask` resolves to whether to go ahead; put the element into the screen. */
export const useConfirm = (): {
  readonly dialog: ReactNode;
  readonly ask: (question: Question) => Promise<boolean>;
} => {
  const [open, setOpen] = useState<{ readonly question: Question; readonly answer: Answer } | null>(null);

  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        setOpen({
          question,
          answer: (confirmed) => {
            setOpen(null);
            resolve(confirmed);
          },
        });
      }),
    [],
  );

  return { dialog: open && <Dialog question={open.question} answer={open.answer} />, ask };
};
