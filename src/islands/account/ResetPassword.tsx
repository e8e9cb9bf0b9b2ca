import { useEffect } from 'react';
import { newPasswordPath } from '../../client/accounts/reset-token.ts';
import { accountMessages } from '../../shared/messages/account.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ResetFailed } from './ResetFailed.tsx';
import { useResetToken } from './use-reset-token.ts';

const words = {
  missing: 'reset-link-without-token',
  invalid: (said?: string) => said ?? problemText('reset-link-invalid'),
  failed: 'reset-failed-retry',
} as const;

const Reset = () => {
  const seen = useResetToken(words);
  const token = seen.kind === 'valid' ? seen.token : null;
  useEffect(() => {
    if (token !== null) location.replace(newPasswordPath(token));
  }, [token]);

  if (seen.kind === 'failed') return <ResetFailed text={seen.text} onRetry={seen.retry} />;
  return <p role="status">{accountMessages.validatingReset}</p>;
};

/** Where the mailed link leads: holds its token against the server, and goes on to the new password. */
export const ResetPassword = () => (
  <ErrorBoundary>
    <Reset />
  </ErrorBoundary>
);
