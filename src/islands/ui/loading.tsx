import type { Ref } from 'react';
import { screenMessages } from '../../shared/messages/site.ts';
import { BusyButton } from './buttons.tsx';
import { restoreFocus } from './focus.ts';

interface WaitingProps {
  readonly text: string;
  readonly ref?: Ref<HTMLParagraphElement>;
}

/** What stands where something is still to come. */
export const Waiting = ({ text, ref }: WaitingProps) => (
  <p ref={ref} className="skeleton guard" role="status">
    {text}
  </p>
);

interface TryAgainProps {
  readonly text: string;
  /** True during a try that leaves it on the screen. */
  readonly busy?: boolean;
  readonly onRetry: () => void;
}

/** What could not be had, in one sentence, and another try. */
export const TryAgain = ({ text, busy = false, onRetry }: TryAgainProps) => (
  <div ref={restoreFocus} className="form">
    <div className="notice" role="alert" data-kind="error">
      {text}
    </div>
    <div className="form-actions">
      <BusyButton
        look="primary"
        label={screenMessages.retry}
        busyLabel={screenMessages.retrying}
        busy={busy}
        onPress={onRetry}
      />
    </div>
  </div>
);
