import { useEffect, useMemo, useRef, useState } from 'react';
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
  readonly onPress: () => Promise<void>;
}

/** The functions with which a part of a screen shows a result and loads new records. */
export interface ScreenCallbacks {
  /** Shows the result of an action. */
  readonly notify: (notice: Notice | null) => void;
  /** Loads the screen's records again. */
  readonly reload: () => Promise<unknown>;
}

interface FormNoticeProps {
  readonly notice: Notice | null;
  /** True for a notice that can take the focus. */
  readonly canFocus?: boolean;
}

/**
 * The notice of a form. The box exists from the start, so that screen readers announce its changes. An error scrolls into
 * view, because the pressed button may be far away. The focus does not move, unless the notice asks for it.
 */
export function FormNotice({ notice, canFocus = false }: FormNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  const changeKey = useChangeKey(notice);
  useEffect(() => {
    if (notice?.kind === 'error') box.current?.scrollIntoView({ block: 'nearest' });
    if (canFocus && notice?.shouldFocus) box.current?.focus();
  }, [notice, canFocus]);
  return (
    <div
      ref={box}
      tabIndex={canFocus ? -1 : undefined}
      className="notice"
      role="status"
      data-kind={notice?.kind}
    >
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
function useChangeKey(value: unknown): number {
  const [latest, setLatest] = useState({ value, changeKey: 0 });
  if (latest.value !== value) setLatest({ value, changeKey: latest.changeKey + 1 });
  return latest.changeKey;
}

/** An error shown where the content would be. */
export function ErrorNotice({ text }: { readonly text: string }) {
  return (
    <div className="notice" role="alert" data-kind="error">
      {text}
    </div>
  );
}

interface ScreenNoticeProps<Row> {
  readonly records: Records<Row>;
  /** Returns the screen's text for a list that failed to load. */
  readonly failureText: (message: string) => string;
  /** The result of the last action. */
  readonly notice?: Notice | null;
}

/** The notice of a screen with a list: the result of the last action, and the reason if the list failed to load. */
export function ScreenNotice<Row>({ records, failureText, notice = null }: ScreenNoticeProps<Row>) {
  const failure = records.failure === null ? null : failureText(records.failure);
  const shownNotice = useMemo(() => withFailure(notice, failure), [notice, failure]);
  return (
    <>
      <FormNotice notice={shownNotice} canFocus />
      {(failure !== null || notice?.remedy) && (
        <div ref={restoreFocus} className="form-actions">
          {notice?.remedy && <BusyButton {...notice.remedy} />}
          {failure !== null && (
            <BusyButton
              label={screenMessages.retry}
              busyLabel={screenMessages.retrying}
              onPress={records.reload}
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
