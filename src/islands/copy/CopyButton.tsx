import { useEffect, useRef } from 'react';
import { announceReady } from '../../client/directives/ready.ts';
import { copyMessages } from '../../shared/messages/site.ts';
import { CopySaid, useCopy } from '../ui/copy.tsx';

interface Props {
  /** What is put on the clipboard. */
  readonly text: string;
  /** What is copied, in words, for those who hear the button without seeing what stands beside it. */
  readonly name: string;
  /** How long the button says so, in milliseconds. */
  readonly confirmation: number;
}

/** Copies a text, says 'Copied' for a while, and says so when the browser refuses. The page's own script begins the copy. */
export const CopyButton = ({ text, name, confirmation }: Props) => {
  const { state, turn, copy } = useCopy(confirmation);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    announceReady(button.current);
  }, []);

  return (
    <div className="copy">
      <button
        ref={button}
        className="button"
        type="button"
        data-busy={copyMessages.copied}
        data-copy={text}
        data-state={state}
        onClick={({ currentTarget }) => void copy(text, currentTarget.copying)}
      >
        <span>{state === 'copied' ? copyMessages.copied : copyMessages.copy}</span>
        <span className="visually-hidden">{` ${name}`}</span>
      </button>
      <CopySaid {...{ state, turn }} copied={copyMessages.copied} />
    </div>
  );
};
