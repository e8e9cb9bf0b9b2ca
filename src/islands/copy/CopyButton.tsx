import { useEffect, useRef, useState } from 'react';
import { announceReady } from '../../client/directives/ready.ts';
import { messages } from '../../shared/messages.ts';
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
        data-busy={messages.copy.copied}
        data-state={state}
        onClick={() => void copy()}
      >
        {state === 'copied' ? messages.copy.copied : messages.copy.copy}
        <span className="visually-hidden"> {name}</span>
      </button>
      <p role="status">
        {state === 'failed' && <span className="field-error">{problemText('clipboard-failed')}</span>}
        {state === 'copied' && <span className="visually-hidden">{messages.copy.copied}</span>}
      </p>
    </div>
  );
};
