import { useEffect, useState } from 'react';
import { newPasswordPath, takeToken, validateToken } from '../../client/accounts/reset-token.ts';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ResetFailed } from './ResetFailed.tsx';

type State =
  { readonly kind: 'checking' } | { readonly kind: 'failed'; readonly text: string; readonly token?: string };

const Reset = () => {
  const [state, setState] = useState<State>({ kind: 'checking' });

  const check = async (token: string) => {
    setState({ kind: 'checking' });
    const found = await validateToken(token);
    if (found.kind === 'valid') location.replace(newPasswordPath(token));
    else if (found.kind === 'invalid')
      setState({ kind: 'failed', text: found.error ?? problemText('reset-link-invalid') });
    else setState({ kind: 'failed', text: problemText('reset-failed-retry'), token });
  };

  useEffect(() => {
    const token = takeToken();
    if (token) void check(token);
    else setState({ kind: 'failed', text: problemText('reset-link-without-token') });
  }, []);

  if (state.kind === 'checking') return <p role="status">{messages.account.validatingReset}</p>;
  const { text, token } = state;
  return <ResetFailed text={text} {...(token && { onRetry: () => void check(token) })} />;
};

/** Where the mailed link leads: holds its token against the server, and goes on to the new password. */
export const ResetPassword = () => (
  <ErrorBoundary>
    <Reset />
  </ErrorBoundary>
);
