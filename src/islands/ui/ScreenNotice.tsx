import { useEffect, useRef } from 'react';
import { screenMessages } from '../../shared/messages/site.ts';
import type { Records } from '../data/use-records.ts';
import { BusyButton } from './buttons.tsx';
import { FormNotice, type Notice, RemedyButton, useChangeKey } from './FormNotice.tsx';
import { restoreFocus } from './focus.ts';

interface Props<Row> {
  readonly records: Records<Row>;
  /** The screen's text for a list that failed to load. */
  readonly failureText: (message: string) => string;
  /** The result of the last action. */
  readonly notice?: Notice | null;
}

/** The notice of a screen with a list: the result of the last action, and why the list failed to load. */
export function ScreenNotice<Row>({ records, failureText, notice = null }: Props<Row>) {
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
