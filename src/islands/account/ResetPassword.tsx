import { useEffect, useState } from 'react';
import { addressMode, newPasswordPath } from '../../client/accounts/reset-token.ts';
import { accountMessages } from '../../shared/messages/account.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { AddressAction } from './AddressAction.tsx';
import { ResetFailed, useResetToken } from './reset-token.tsx';

const words = {
  missing: 'reset-link-without-token',
  invalid: (notice?: string) => notice ?? problemText('reset-link-invalid'),
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

const Link = () => {
  const [mode, setMode] = useState<ReturnType<typeof addressMode>>();
  useEffect(() => {
    setMode(addressMode());
  }, []);
  if (mode === undefined) return <p role="status">{accountMessages.validatingReset}</p>;
  return mode ? <AddressAction mode={mode} /> : <Reset />;
};

/**
 * Where the links of Firebase's mails lead: a password reset is checked and goes on to the new password, the other links
 * wait for a press.
 */
export const ResetPassword = () => (
  <ErrorBoundary>
    <Link />
  </ErrorBoundary>
);
