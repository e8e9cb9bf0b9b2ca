import { useEffect, useRef } from 'react';
import { screenMessages } from '../../shared/messages/screen.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { FormNotice, type Notice, useTurn } from '../ui/FormNotice.tsx';
import { handsFocusOn } from '../ui/focus.ts';
import { type Remedy, RemedyButton } from './RemedyButton.tsx';
import type { Records } from './use-records.ts';

/** What a screen says of the last action. */
export interface Said extends Notice {
  readonly remedy?: Remedy | undefined;
  /** Whether the box takes the focus, where what had it goes away. */
  readonly takesFocus?: boolean | undefined;
}

/** Both in one: what was done, then that the list could not be had. */
const noticeOf = (said: Said | null, failure: string | null): Notice | null => {
  if (failure === null) return said;
  if (!said) return { kind: 'error', text: failure };
  return { kind: 'error', text: said.text, detail: [said.detail, failure].filter(Boolean).join(' ') };
};

interface Props<Row> {
  readonly records: Records<Row>;
  /** Why the list could not be had, in the screen's words. */
  readonly failureText: (message: string) => string;
  readonly said?: Said | null;
}

/** The one box of a screen with a list: what the last action came to, and why the list could not be had. */
export const ScreenNotice = <Row,>({ records, failureText, said = null }: Props<Row>) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said?.takesFocus) box.current?.focus();
  }, [said]);

  const turn = useTurn(said);
  const failure = records.failure === null ? null : failureText(records.failure);
  return (
    <>
      <FormNotice notice={noticeOf(said, failure)} box={box} turn={turn} />
      {(failure !== null || said?.remedy) && (
        <div ref={handsFocusOn} className="form-actions">
          {said?.remedy && <RemedyButton remedy={said.remedy} />}
          {failure !== null && (
            <BusyButton
              label={screenMessages.retry}
              busyLabel={screenMessages.retrying}
              busy={records.loading}
              onPress={records.reload}
            />
          )}
        </div>
      )}
    </>
  );
};
