import { problemText } from '../../shared/problems/screens.ts';
import type { useCopy } from './use-copy.ts';

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
