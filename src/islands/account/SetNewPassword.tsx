import { useState } from 'react';
import { accountMessages } from '../../shared/messages/account.ts';
import { accountProblemText } from '../../shared/problems/accounts.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { ResetFailed, useResetToken } from './reset-token.tsx';

const words = {
  missing: 'reset-token-missing',
  invalid: () => accountProblemText('reset-token-invalid'),
  failed: 'reset-token-check-failed',
} as const;

const Screen = () => {
  const seen = useResetToken(words);
  const [dead, setDead] = useState<string | null>(null);
  if (dead !== null) return <ResetFailed text={dead} shouldFocus />;
  if (seen.kind === 'checking') return <p role="status">{accountMessages.validatingReset}</p>;
  if (seen.kind === 'failed') return <ResetFailed text={seen.text} onRetry={seen.retry} />;
  return <NewPasswordForm token={seen.token} email={seen.email} onDead={setDead} />;
};

/** The end of a password reset: the account's email, and a new password for it. */
export const SetNewPassword = () => (
  <ErrorBoundary>
    <Screen />
  </ErrorBoundary>
);
