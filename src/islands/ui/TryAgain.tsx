import { messages } from '../../shared/messages.ts';
import { handsFocusOn } from './hands-focus-on.ts';

/** What could not be had, in one sentence, and another try. */
export const TryAgain = ({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) => (
  <div ref={handsFocusOn} className="form">
    <div className="notice" role="alert" data-kind="error">
      {text}
    </div>
    <div className="form-actions">
      <button type="button" className="button button-primary" onClick={onRetry}>
        {messages.account.retry}
      </button>
    </div>
  </div>
);
