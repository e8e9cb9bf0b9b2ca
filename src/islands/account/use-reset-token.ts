import { useCallback, useEffect, useState } from 'react';
import { readToken, validateToken } from '../../client/accounts/reset-token.ts';
import { type AccountCode, accountProblemText } from '../../shared/problems/accounts.ts';

/** What a reset page knows of the token it was opened with. */
export type TokenSeen =
  | { readonly kind: 'checking' }
  | { readonly kind: 'valid'; readonly token: string; readonly email: string }
  | { readonly kind: 'failed'; readonly text: string; readonly retry?: (() => void) | undefined };

/** A reset page's own words for what may be wrong; `invalid` is given the server's, where it has some. */
interface Words {
  readonly missing: AccountCode;
  readonly invalid: (said: string | undefined) => string;
  readonly failed: AccountCode;
}

/** Takes the token out of the page's address and has the server look at it; `words` stay the same ones. */
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
