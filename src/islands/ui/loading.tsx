import type { Ref } from 'react';
import { screenMessages } from '../../shared/messages/site.ts';
import type { Loaded } from '../data/use-api.tsx';
import { BusyButton } from './buttons.tsx';
import { restoreFocus } from './focus.ts';
import { ErrorNotice } from './notices.tsx';

interface WaitingProps {
  readonly text: string;
  /** A class with the height of the content. The default is as high as the window. */
  readonly className?: string;
  readonly ref?: Ref<HTMLParagraphElement>;
}

/** A placeholder while something loads. */
export function Waiting({ text, className = 'guard', ref }: WaitingProps) {
  return (
    <p ref={ref} className={`skeleton ${className}`} role="status">
      {text}
    </p>
  );
}

interface TryAgainProps {
  readonly text: string;
  readonly onRetry: () => unknown;
}

/** A failure with a retry button. */
export function TryAgain({ text, onRetry }: TryAgainProps) {
  return (
    <div ref={restoreFocus} className="form">
      <ErrorNotice text={text} />
      <div className="form-actions">
        <BusyButton
          look="primary"
          label={screenMessages.retry}
          busyLabel={screenMessages.retrying}
          onPress={onRetry}
        />
      </div>
    </div>
  );
}

interface LoadStateProps {
  readonly loaded: Pick<Loaded<unknown>, 'data' | 'failure'> & {
    readonly reload: () => Promise<unknown>;
  };
  /** The text while the data load for the first time. */
  readonly waiting: string;
  /** Returns the screen's text for a failure. */
  readonly failureText: (message: string) => string;
}

/** A placeholder until data are loaded, or the failure with a retry button. Data that are loaded stay below the failure. */
export function LoadState({ loaded: { data, failure, reload }, waiting, failureText }: LoadStateProps) {
  if (failure !== null) return <TryAgain text={failureText(failure)} onRetry={reload} />;
  return data === undefined && <Waiting text={waiting} />;
}
