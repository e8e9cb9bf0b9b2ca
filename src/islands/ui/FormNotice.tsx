import type { RefObject } from 'react';

export interface Notice {
  readonly kind: 'error' | 'success';
  readonly text: string;
  /** What else there is to say of it. */
  readonly detail?: string | undefined;
}

interface Props {
  readonly notice: Notice | null;
  /** Given where the box takes the focus at times. */
  readonly box?: RefObject<HTMLDivElement | null>;
}

/** What a form has to say as a whole. It is there from the start, so that screen readers hear it change. */
export const FormNotice = ({ notice, box }: Props) => (
  <div ref={box} tabIndex={box && -1} className="notice" role="status" data-kind={notice?.kind}>
    {notice?.detail ? (
      <div>
        <p>{notice.text}</p>
        <p>{notice.detail}</p>
      </div>
    ) : (
      notice?.text
    )}
  </div>
);
