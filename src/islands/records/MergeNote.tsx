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
  const other = <strong>{show(merge.other)}</strong>;
  return merge.kind === 'kept' ? (
    <span className="merge">
      {savedMeanwhile} {other}. {saveReplaces}
    </span>
  ) : (
    <span className="merge">
      {takenOver} {other}.
    </span>
  );
};
