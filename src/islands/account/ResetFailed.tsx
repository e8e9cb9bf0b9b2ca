import { messages } from '../../shared/messages.ts';

interface Props {
  readonly text: string;
  /** Given where another try may help. */
  readonly onRetry?: () => void;
}

/** A reset that cannot go on, and the ways out of it. */
export const ResetFailed = ({ text, onRetry }: Props) => {
  const { retry, requestNewReset, backToLogin } = messages.account;
  return (
    <div className="form">
      <div className="notice" role="alert" data-kind="error">
        {text}
      </div>
      <div className="form-actions">
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
