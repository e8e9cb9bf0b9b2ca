import { useCallback, useEffect, useRef, useState } from 'react';
import { readTokens } from '../../client/accounts/reset-query.ts';
import { validateToken } from '../../client/accounts/reset-token.ts';
import { accountMessages } from '../../shared/messages/account.ts';
import { screenMessages } from '../../shared/messages/site.ts';
import { type AccountCode, accountProblemText } from '../../shared/problem-texts/accounts.ts';
import { restoreFocus } from '../ui/focus.ts';
import { ErrorNotice } from '../ui/notices.tsx';

/** The state of the token that a reset page was opened with. */
export type ResetTokenState =
  | { readonly kind: 'checking' }
  | { readonly kind: 'valid'; readonly token: string; readonly email: string }
  | { readonly kind: 'failed'; readonly text: string; readonly retry?: (() => void) | undefined };

/** The texts of a reset page. `invalid` gets the server's text, if there is one. */
interface ResetTexts {
  readonly missing: AccountCode;
  readonly invalid: (serverText: string | undefined) => string;
  readonly failureCode: AccountCode;
}

/** Reads the token from the page's address, and validates it on the server. `texts` must be a constant. */
export function useResetToken(texts: ResetTexts): ResetTokenState {
  const [state, setState] = useState<ResetTokenState>({ kind: 'checking' });

  const check = useCallback(
    async (tokens: readonly string[]): Promise<void> => {
      const [token = '', ...others] = tokens;
      setState({ kind: 'checking' });
      const result = await validateToken(token);
      if (result.kind === 'invalid' && others.length > 0) return check(others);
      if (result.kind === 'valid') setState({ kind: 'valid', token, email: result.email });
      else if (result.kind === 'invalid') setState({ kind: 'failed', text: texts.invalid(result.error) });
      else {
        const { text, isTemporary } = result.problem ?? {
          text: accountProblemText(texts.failureCode),
          isTemporary: true,
        };
        setState({ kind: 'failed', text, retry: isTemporary ? () => void check(tokens) : undefined });
      }
      return undefined;
    },
    [texts],
  );

  useEffect(() => {
    const tokens = readTokens();
    if (tokens.length > 0) void check(tokens);
    else setState({ kind: 'failed', text: accountProblemText(texts.missing) });
  }, [texts, check]);
  return state;
}

interface Props {
  readonly text: string;
  /** Left out if another try cannot help. */
  readonly onRetry?: (() => void) | undefined;
  /** True if the failure replaces the element that had the focus. */
  readonly shouldFocus?: boolean;
}

/** The failure of a reset, with links to start again. */
export function ResetFailed({ text, onRetry, shouldFocus = false }: Props) {
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shouldFocus) actions.current?.querySelector('a')?.focus();
  }, [shouldFocus]);

  const { requestNewReset, backToLogin } = accountMessages;
  return (
    <div ref={restoreFocus} className="form">
      <ErrorNotice text={text} />
      <div ref={actions} className="form-actions">
        {onRetry && (
          <button type="button" className="button button-primary" onClick={onRetry}>
            {screenMessages.retry}
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
}
