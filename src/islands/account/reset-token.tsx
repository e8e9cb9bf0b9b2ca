import { useCallback, useEffect, useRef, useState } from 'react';
import { readToken, validateToken } from '../../client/accounts/reset-token.ts';
import { type AccountCode, accountProblemText } from '../../shared/problems/accounts.ts';
import { accountMessages } from '../../shared/messages/account.ts';
import { screenMessages } from '../../shared/messages/site.ts';
import { restoreFocus } from '../ui/focus.ts';

/** The state of the token that a reset page was opened with. */
export type TokenSeen =
  | { readonly kind: 'checking' }
  | { readonly kind: 'valid'; readonly token: string; readonly email: string }
  | { readonly kind: 'failed'; readonly text: string; readonly retry?: (() => void) | undefined };

/** The texts of a reset page. `invalid` gets the server's text, if there is one. */
interface Words {
  readonly missing: AccountCode;
  readonly invalid: (notice: string | undefined) => string;
  readonly failed: AccountCode;
}

/** Reads the token from the page's address, and validates it on the server. `words` must be a constant. */
export const useResetToken = (words: Words): TokenSeen => {
  const [seen, setSeen] = useState<TokenSeen>({ kind: 'checking' });

  const check = useCallback(
    async (token: string) => {
      setSeen({ kind: 'checking' });
      const found = await validateToken(token);
      if (found.kind === 'valid') setSeen({ kind: 'valid', token, email: found.email });
      else if (found.kind === 'invalid') setSeen({ kind: 'failed', text: words.invalid(found.error) });
      else {
        const { text, passes } = found.problem ?? { text: accountProblemText(words.failed), passes: true };
        setSeen({ kind: 'failed', text, retry: passes ? () => void check(token) : undefined });
      }
    },
    [words],
  );

  useEffect(() => {
    const token = readToken();
    if (token) void check(token);
    else setSeen({ kind: 'failed', text: accountProblemText(words.missing) });
  }, [words, check]);
  return seen;
};

interface Props {
  readonly text: string;
  /** Left out if another try cannot help. */
  readonly onRetry?: (() => void) | undefined;
  /** True if it replaces the element that had the focus. */
  readonly shouldFocus?: boolean;
}

/** The failure of a reset, with links to start again. */
export const ResetFailed = ({ text, onRetry, shouldFocus = false }: Props) => {
  const ways = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shouldFocus) ways.current?.querySelector('a')?.focus();
  }, [shouldFocus]);

  const { retry } = screenMessages;
  const { requestNewReset, backToLogin } = accountMessages;
  return (
    <div ref={restoreFocus} className="form">
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
