import { useEffect, useState } from 'react';
import { takeToken, validateToken } from '../../client/accounts/reset-token.ts';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { ResetFailed } from './ResetFailed.tsx';

type State =
  | { readonly kind: 'checking' }
  | { readonly kind: 'ready'; readonly token: string; readonly email: string }
  | { readonly kind: 'failed'; readonly text: string; readonly token?: string };

const Screen = () => {
  const [state, setState] = useState<State>({ kind: 'checking' });

  const check = async (token: string) => {
    setState({ kind: 'checking' });
    const found = await validateToken(token);
    if (found.kind === 'valid') setState({ kind: 'ready', token, email: found.email });
    else if (found.kind === 'invalid') setState({ kind: 'failed', text: problemText('reset-token-invalid') });
    else setState({ kind: 'failed', text: problemText('reset-token-check-failed'), token });
  };

  useEffect(() => {
    const token = takeToken();
    if (token) void check(token);
    else setState({ kind: 'failed', text: problemText('reset-token-missing') });
  }, []);

  if (state.kind === 'checking') return <p role="status">{messages.account.validatingReset}</p>;
  if (state.kind === 'ready') return <NewPasswordForm token={state.token} email={state.email} />;
  const { text, token } = state;
  return <ResetFailed text={text} {...(token && { onRetry: () => void check(token) })} />;
};

/** The end of a password reset: the account's email, and a new password for it. */
export const SetNewPassword = () => (
  <ErrorBoundary>
    <Screen />
  </ErrorBoundary>
);
