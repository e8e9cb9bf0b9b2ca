import { copyMessages } from '../../shared/messages/copy.ts';
import { copiedFor } from '../../shared/timings.ts';
import { CopySaid } from './CopySaid.tsx';
import { useCopy } from './use-copy.ts';

interface Props {
  /** What the link is, in words. */
  readonly label: string;
  readonly url: string;
}

/** A link to look at and to copy; the button says 'Copied!' for 3 seconds. */
export const CopyLink = ({ label, url }: Props) => {
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
