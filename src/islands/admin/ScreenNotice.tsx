import { useEffect, useRef, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { FormNotice, type Notice } from '../ui/FormNotice.tsx';
import type { Records } from './use-records.ts';

/** What can be done about a notice, beside its words. */
interface Remedy {
  readonly label: string;
  readonly busyLabel: string;
  readonly apply: () => Promise<void>;
}

/** What a screen says of the last action. */
export interface Said extends Notice {
  readonly remedy?: Remedy | undefined;
  /** Whether the box takes the focus, where what had it goes away. */
  readonly takesFocus?: boolean | undefined;
}

const RemedyButton = ({ remedy: { label, busyLabel, apply } }: { readonly remedy: Remedy }) => {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    await apply();
    setBusy(false);
  };
  return (
    <button
      type="button"
      className="button"
      data-busy={busy ? label : busyLabel}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={() => void press()}
    >
      {busy ? busyLabel : label}
    </button>
  );
};

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

  const failure = records.failure === null ? null : failureText(records.failure);
  return (
    <>
      <FormNotice notice={noticeOf(said, failure)} box={box} />
      {(failure !== null || said?.remedy) && (
        <div className="form-actions">
          {said?.remedy && <RemedyButton remedy={said.remedy} />}
          {failure !== null && (
            <button type="button" className="button" onClick={records.reload}>
              {messages.account.retry}
            </button>
          )}
        </div>
      )}
    </>
  );
};
