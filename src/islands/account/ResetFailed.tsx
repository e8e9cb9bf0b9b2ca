import { useEffect, useRef } from 'react';
import { accountMessages } from '../../shared/messages/account.ts';
import { screenMessages } from '../../shared/messages/screen.ts';
import { handsFocusOn } from '../ui/focus.ts';

interface Props {
  readonly text: string;
  /** Given where another try may help. */
  readonly onRetry?: (() => void) | undefined;
  /** Whether it comes in place of what had the focus. */
  readonly takesFocus?: boolean;
}

/** A reset that cannot go on, and the ways out of it. */
export const ResetFailed = ({ text, onRetry, takesFocus = false }: Props) => {
  const ways = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) ways.current?.querySelector('a')?.focus();
  }, [takesFocus]);

  const { retry } = screenMessages;
  const { requestNewReset, backToLogin } = accountMessages;
  return (
    <div ref={handsFocusOn} className="form">
      <div className="notice" role="alert" data-kind="error">
        {text}
      </div>
      <div ref={ways} className="form-actions">
        {onRetry && (
          <button type="button" className="button button-primary" onClick={onRetry}>
            {retry}
          </button>
        )}
        <a className={onRetry ? 'button' : 'button button-primary'} href="/forgot-password">
          {requestNewReset}
        </a>
        <a className="button button-quiet" href="/login">
          {backToLogin}
        </a>
      </div>
    </div>
  );
};
