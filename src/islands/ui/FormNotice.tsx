import { type RefObject, useEffect, useRef, useState } from 'react';
import { BusyButton } from './buttons.tsx';

/** The result of an action, as a form or a screen shows it. */
export interface Notice {
  readonly kind: 'error' | 'success';
  readonly text: string;
  /** A second paragraph. */
  readonly detail?: string | undefined;
  /** A button that may solve the problem. */
  readonly remedy?: Remedy | undefined;
  /** True if the notice takes the focus, because the element that had it disappears. */
  readonly shouldFocus?: boolean | undefined;
}

export interface Remedy {
  readonly label: string;
  readonly busyLabel: string;
  readonly apply: () => Promise<void>;
}

interface Props {
  readonly notice: Notice | null;
  /** Makes the box focusable. */
  readonly box?: RefObject<HTMLDivElement | null>;
  /** The result of useChangeKey, if the same text may come twice in a row. */
  readonly changeKey?: number;
}

/**
 * The notice of a form. The box is there from the start, so that screen readers announce its changes. An error scrolls into
 * view, because the pressed button may be far away. The focus stays where it is.
 */
export function FormNotice({ notice, box, changeKey }: Props) {
  const own = useRef<HTMLDivElement>(null);
  const ref = box ?? own;
  const error = notice?.kind === 'error' && notice;
  useEffect(() => {
    if (error) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [error, ref]);
  return (
    <div ref={ref} tabIndex={box && -1} className="notice" role="status" data-kind={notice?.kind}>
      {notice && (
        <div key={changeKey}>
          <p>{notice.text}</p>
          {notice.detail && <p>{notice.detail}</p>}
        </div>
      )}
    </div>
  );
}

/** A React key that changes with the value. A live region announces the same text again only in a new element. */
export function useChangeKey(value: unknown): number {
  const [latest, setLatest] = useState({ value, changeKey: 0 });
  if (latest.value !== value) setLatest({ value, changeKey: latest.changeKey + 1 });
  return latest.changeKey;
}

/** Applies a remedy at a press, and is busy meanwhile. */
export function RemedyButton({ remedy: { label, busyLabel, apply } }: { readonly remedy: Remedy }) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await apply();
    setBusy(false);
  };
  return <BusyButton {...{ label, busyLabel, busy }} onPress={() => void press()} />;
}
