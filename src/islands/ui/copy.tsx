import { useEffect, useRef, useState } from 'react';
import { problemText } from '../../shared/problems/screens.ts';
import { copyMessages } from '../../shared/messages/copy.ts';
import { copiedFor } from '../../shared/timings.ts';

/**
 * Puts a text on the clipboard; `state` is `copied` for `ms` milliseconds then, and `failed` when the browser refuses. `turn`
 * counts the tries: a key for what is spoken, which is no news a second time.
 */
export const useCopy = (ms: number) => {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const [turn, setTurn] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  /** `begun` is a copy of the text that the press has begun already. */
  const copy = async (text: string, begun?: Promise<void>): Promise<void> => {
    clearTimeout(timer.current);
    try {
      await (begun ?? navigator.clipboard.writeText(text));
      setState('copied');
      timer.current = setTimeout(() => {
        setState('idle');
      }, ms);
    } catch {
      setState('failed');
    }
    setTurn((before) => before + 1);
  };
  return { state, turn, copy };
};

interface Props extends Pick<ReturnType<typeof useCopy>, 'state' | 'turn'> {
  /** What is heard when it worked; the button shows it. */
  readonly copied: string;
}

/** What became of the last copy. Each is spoken anew, also one that ends as the one before. */
export const CopySaid = ({ state, turn, copied }: Props) => (
  <p role="status">
    {state !== 'idle' && (
      <span key={turn} className={state === 'failed' ? 'field-error' : 'visually-hidden'}>
        {state === 'failed' ? problemText('clipboard-failed') : copied}
      </span>
    )}
  </p>
);

interface CopyLinkProps {
  /** What the link is, in words. */
  readonly label: string;
  readonly url: string;
}

/** A link to look at and to copy; the button says 'Copied!' for 3 seconds. */
export const CopyLink = ({ label, url }: CopyLinkProps) => {
  const { state, turn, copy } = useCopy(copiedFor.link);
  const { copyLink, linkCopied } = copyMessages;
  return (
    <div className="copy-link">
      <p className="label">{label}</p>
      <code>{url}</code>
      <button
        type="button"
        className="button"
        data-busy={state === 'copied' ? copyLink : linkCopied}
        data-state={state}
        onClick={() => void copy(url)}
      >
        {state === 'copied' ? linkCopied : copyLink}
      </button>
      <CopySaid {...{ state, turn }} copied={linkCopied} />
    </div>
  );
};
