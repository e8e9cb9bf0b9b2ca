import { recordMessages } from '../../shared/messages/records.ts';
import type { Difference } from './merge-fields.ts';

interface Props {
  readonly merge: Difference | undefined;
  /** A field's text in words. */
  readonly show?: (text: string) => string;
}

/** Below a field: what a newer record says, where that differs from the form. */
export const MergeNote = ({ merge, show = (text) => text || recordMessages.nothing }: Props) => {
  if (!merge) return null;
  const { savedMeanwhile, saveReplaces, takenOver } = recordMessages;
  const isKept = merge.kind === 'kept';
  return (
    <span className="merge">
      <span>{isKept ? savedMeanwhile : takenOver}</span> <strong>{show(merge.other)}</strong>.
      {isKept && <span>{` ${saveReplaces}`}</span>}
    </span>
  );
};
