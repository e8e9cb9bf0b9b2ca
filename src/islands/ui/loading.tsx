import type { Ref } from 'react';
import { screenMessages } from '../../shared/messages/site.ts';
import { BusyButton } from './buttons.tsx';
import { restoreFocus } from './focus.ts';

interface WaitingProps {
  readonly text: string;
  readonly ref?: Ref<HTMLParagraphElement>;
}

/** A placeholder while something loads. */
export function Waiting({ text, ref }: WaitingProps) {
  return (
    <p ref={ref} className="skeleton guard" role="status">
      {text}
    </p>
  );
}

interface TryAgainProps {
  readonly text: string;
  /** True while the retry runs. */
  readonly busy?: boolean;
  readonly onRetry: () => void;
}

/** A failure with a retry button. */
export function TryAgain({ text, busy = false, onRetry }: TryAgainProps) {
  return (
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
}
