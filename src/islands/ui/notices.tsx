import { type RefObject, useEffect, useRef, useState } from 'react';
import { BusyButton } from './buttons.tsx';
import { screenMessages } from '../../shared/messages/site.ts';
import type { Records } from '../data/use-records.ts';
import { restoreFocus } from './focus.ts';

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

interface FormNoticeProps {
  readonly notice: Notice | null;
  /** Makes the box focusable. */
  readonly box?: RefObject<HTMLDivElement | null>;
  /** The result of useChangeKey, if the same text may come twice in a row. */
  readonly changeKey?: number;
}

/**
 * The notice of a form. The box exists from the start, so that screen readers announce its changes. An error scrolls into
 * view, because the pressed button may be far away. The focus does not move.
 */
export function FormNotice({ notice, box, changeKey }: FormNoticeProps) {
  const ownBox = useRef<HTMLDivElement>(null);
  const ref = box ?? ownBox;
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

/** A button that applies a remedy. */
export function RemedyButton({ remedy: { label, busyLabel, apply } }: { readonly remedy: Remedy }) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await apply();
    setBusy(false);
  };
  return <BusyButton label={label} busyLabel={busyLabel} busy={busy} onPress={() => void press()} />;
}

interface ScreenNoticeProps<Row> {
  readonly records: Records<Row>;
  /** The screen's text for a list that failed to load. */
  readonly failureText: (message: string) => string;
  /** The result of the last action. */
  readonly notice?: Notice | null;
}

/** The notice of a screen with a list: the result of the last action, and the reason if the list failed to load. */
export function ScreenNotice<Row>({ records, failureText, notice = null }: ScreenNoticeProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice?.shouldFocus) box.current?.focus();
  }, [notice]);

  const changeKey = useChangeKey(notice);
  const failure = records.failure === null ? null : failureText(records.failure);
  return (
    <>
      <FormNotice notice={withFailure(notice, failure)} box={box} changeKey={changeKey} />
      {(failure !== null || notice?.remedy) && (
        <div ref={restoreFocus} className="form-actions">
          {notice?.remedy && <RemedyButton remedy={notice.remedy} />}
          {failure !== null && (
            <BusyButton
              label={screenMessages.retry}
              busyLabel={screenMessages.retrying}
              busy={records.loading}
              onPress={() => void records.reload()}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Adds to a notice that the list failed to load. */
function withFailure(notice: Notice | null, failure: string | null): Notice | null {
  if (failure === null) return notice;
  if (!notice) return { kind: 'error', text: failure };
  return { kind: 'error', text: notice.text, detail: [notice.detail, failure].filter(Boolean).join(' ') };
}
