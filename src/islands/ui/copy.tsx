import { useEffect, useRef, useState } from 'react';
import { problemText } from '../../shared/problems/screens.ts';
import { copyMessages } from '../../shared/messages/site.ts';
import { copiedFor } from '../../shared/timings.ts';

/**
 * Copies a text to the clipboard. `state` is `copied` for `ms` milliseconds, or `failed` if the browser refuses. `turn` counts
 * the tries: as a React key it makes screen readers announce the same result again.
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

  /** `begun` is a copy that the page's script started at the press. */
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
  /** The text that screen readers announce after a success. */
  readonly copied: string;
}

/** The result of the last copy, for screen readers. */
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
  /** The name of the link. */
  readonly label: string;
  readonly url: string;
}

/** A link with a copy button, which says 'Copied!' for 3 seconds. */
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
