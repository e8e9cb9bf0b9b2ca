import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { copyText } from '../../client/copy-text.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { copyMessages } from '../../shared/messages/site.ts';
import { announceReady } from '../../client/interaction.ts';
import type { Notice } from './notices.tsx';

/**
 * Copies a text to the clipboard. `state` is `copied` for `ms` milliseconds, or `failed` if the browser refuses; then the text is
 * selected. `attempt` counts the copies: as a React key it makes screen readers announce the same result again.
 */
export function useCopy(ms: number) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const [attempt, setAttempt] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  /** `started` is a copy that the page's script started at the press. */
  const copy = async (text: string, started?: Promise<void>): Promise<void> => {
    clearTimeout(timer.current);
    const isCopied = await copyText(text, started);
    setState(isCopied ? 'copied' : 'failed');
    if (isCopied)
      timer.current = setTimeout(() => {
        setState('idle');
      }, ms);
    setAttempt((before) => before + 1);
  };
  return { state, attempt, copy };
}

/** Copies an address that the table does not show. Returns the notice, which shows the address if the browser refuses. */
export async function copyUrl(url: string, successText: string): Promise<Notice> {
  return (await copyText(url))
    ? { kind: 'success', text: successText }
    : { kind: 'error', text: `${problemText('clipboard-failed')}: ${url}` };
}

interface CopyStatusProps extends Pick<ReturnType<typeof useCopy>, 'state' | 'attempt'> {
  /** The text that screen readers announce after a success. */
  readonly copied: string;
}

/** Announces the result of the last copy to screen readers. Shows a failure. */
function CopyStatus({ state, attempt, copied }: CopyStatusProps) {
  return (
    <p role="status">
      {state !== 'idle' && (
        <span key={attempt} className={state === 'failed' ? 'field-error' : 'visually-hidden'}>
          {state === 'failed' ? problemText('clipboard-failed') : copied}
        </span>
      )}
    </p>
  );
}

interface CopyLinkProps {
  /** The name of the link. */
  readonly label: string;
  readonly url: string;
}

/** Time in milliseconds for which a link's button shows 'Copied!'. */
export const LINK_COPIED_MS = 3_000;

/** A link with a copy button. */
export function CopyLink({ label, url }: CopyLinkProps) {
  const { state, attempt, copy } = useCopy(LINK_COPIED_MS);
  const { copyLink, linkCopied } = copyMessages;
  return (
    <div className="copy-link">
      <p className="label">{label}</p>
      <code>{url}</code>
      <button
        type="button"
        className="button"
        data-swap={state === 'copied' ? copyLink : linkCopied}
        data-state={state}
        onClick={() => void copy(url)}
      >
        {state === 'copied' ? linkCopied : copyLink}
      </button>
      <CopyStatus state={state} attempt={attempt} copied={linkCopied} />
    </div>
  );
}

interface CopyButtonProps {
  /** The text for the clipboard. */
  readonly text: string;
  /** A description of the text, for screen readers. */
  readonly name: string;
  /** Time in milliseconds for which the button shows 'Copied'. */
  readonly confirmationMs: number;
}

/** A button that copies a text. The page's own script (begin-copy.ts) starts the copy at the press. */
export function CopyButton({ text, name, confirmationMs }: CopyButtonProps) {
  const { state, attempt, copy } = useCopy(confirmationMs);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    announceReady(button.current);
  }, []);

  return (
    <div className="copy">
      <button
        ref={button}
        className="button"
        type="button"
        data-swap={copyMessages.copied}
        data-copy={text}
        data-state={state}
        onClick={({ currentTarget }) => void copy(text, currentTarget.copying)}
      >
        <span>{state === 'copied' ? copyMessages.copied : copyMessages.copy}</span>
        <span className="visually-hidden">{` ${name}`}</span>
      </button>
      <CopyStatus state={state} attempt={attempt} copied={copyMessages.copied} />
    </div>
  );
}
