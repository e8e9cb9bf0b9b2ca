import { useId } from 'react';
import type { Difference } from './merge-fields.ts';
import { MergeNote } from './MergeNote.tsx';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly defaultChecked: boolean;
  readonly merge: Difference | undefined;
  /** The box's text in words: empty for one without a tick. */
  readonly show: (text: string) => string;
  readonly readOnly: boolean;
}

/** A box to tick in a form of a record. While it is read-only it keeps its tick, and the focus. */
export const CheckField = ({ name, label, defaultChecked, merge, show, readOnly }: Props) => {
  const id = useId();
  return (
    <div className="checked">
      <label className="check">
        <input
          type="checkbox"
          {...{ name, defaultChecked }}
          aria-readonly={readOnly}
          aria-describedby={id}
          onClick={(event) => {
            if (readOnly) event.preventDefault();
          }}
        />
        <span>{label}</span>
      </label>
      <span id={id}>
        <MergeNote {...{ merge, show }} />
      </span>
    </div>
  );
};
