import { type RefObject, useEffect, useRef, useState } from 'react';

export interface Notice {
  readonly kind: 'error' | 'success';
  readonly text: string;
  /** What else there is to say of it. */
  readonly detail?: string | undefined;
}

/**
 * A number that is another whenever the value is: a key for what is spoken in a live region, where the same words a
 * second time would be no news to those who hear them.
 */
export const useTurn = (value: unknown): number => {
  const [seen, setSeen] = useState({ value, turn: 0 });
  if (seen.value !== value) setSeen({ value, turn: seen.turn + 1 });
  return seen.turn;
};

interface Props {
  readonly notice: Notice | null;
  /** Given where the box takes the focus at times. */
  readonly box?: RefObject<HTMLDivElement | null>;
  /** From useTurn, where the same words may come twice in a row. */
  readonly turn?: number;
}

/**
 * What a form has to say as a whole. It is there from the start, so that screen readers hear it change; an error comes
 * into view, since what was pressed may be far from it, and keeps the focus where it is.
 */
export const FormNotice = ({ notice, box, turn }: Props) => {
  const own = useRef<HTMLDivElement>(null);
  const ref = box ?? own;
  const error = notice?.kind === 'error' && notice;
  useEffect(() => {
    if (error) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [error, ref]);
  return (
    <div ref={ref} tabIndex={box && -1} className="notice" role="status" data-kind={notice?.kind}>
      {notice && (
        <div key={turn}>
          <p>{notice.text}</p>
          {notice.detail && <p>{notice.detail}</p>}
        </div>
      )}
    </div>
  );
};
