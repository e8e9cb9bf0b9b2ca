import { useEffect, useRef, useState } from 'react';
import { announceReady } from '../../client/directives/ready.ts';
import { copyMessages } from '../../shared/messages/copy.ts';
import { problemText } from '../../shared/problems.ts';

interface Props {
  /** What is put on the clipboard. */
  readonly text: string;
  /** What is copied, in words, for those who hear the button without seeing what stands beside it. */
  readonly name: string;
  /** How long the button says so, in milliseconds. */
  readonly confirmation: number;
}

type State = 'idle' | 'copied' | 'failed';

/** Copies a text, says 'Copied' for a while, and says so when the browser refuses. */
export const CopyButton = ({ text, name, confirmation }: Props) => {
  const [state, setState] = useState<State>('idle');
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    announceReady(button.current);
    return () => {
      clearTimeout(timer.current);
    };
  }, []);

  const copy = async () => {
    clearTimeout(timer.current);
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      timer.current = setTimeout(() => {
        setState('idle');
      }, confirmation);
    } catch {
      setState('failed');
    }
  };

  return (
    <div className="copy">
      <button
        ref={button}
        className="button"
        type="button"
        data-busy={copyMessages.copied}
        data-state={state}
        onClick={() => void copy()}
      >
        {state === 'copied' ? copyMessages.copied : copyMessages.copy}
        <span className="visually-hidden"> {name}</span>
      </button>
      <p role="status">
        {state === 'failed' && <span className="field-error">{problemText('clipboard-failed')}</span>}
        {state === 'copied' && <span className="visually-hidden">{copyMessages.copied}</span>}
      </p>
    </div>
  );
};
