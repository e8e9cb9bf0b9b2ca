import { useEffect, useState } from 'react';
import {
  type EmailLinkMode,
  emailLinkMode,
  newPasswordPath,
  readTokens,
} from '../../client/accounts/reset-query.ts';
import { config } from '../../client/config.ts';
import { loadChunk } from '../../client/load-chunk.ts';
import { accountMessages as texts } from '../../shared/messages/account.ts';
import { accountProblemText } from '../../shared/problem-texts/accounts.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ResetFailed, useResetToken } from './reset-token.tsx';
import { useIdentityAction } from './use-identity-action.ts';

/**
 * The target of the links in Firebase's emails. A password reset is validated and leads to /set-new-password. The other
 * links take effect when the user presses the button.
 */
export function ResetPassword() {
  return (
    <ErrorBoundary>
      <Screen />
    </ErrorBoundary>
  );
}

function Screen() {
  const [mode, setMode] = useState<ReturnType<typeof emailLinkMode>>();
  useEffect(() => {
    setMode(emailLinkMode());
  }, []);
  if (mode === undefined) return <p role="status">{texts.validatingReset}</p>;
  return mode ? <EmailLinkAction mode={mode} /> : <Reset />;
}

const resetTexts = {
  missing: 'reset-link-without-token',
  invalid: (serverText?: string) => serverText ?? problemText('reset-link-invalid'),
  failed: 'reset-failed-retry',
} as const;

function Reset() {
  const state = useResetToken(resetTexts);
  const token = state.kind === 'valid' ? state.token : null;
  useEffect(() => {
    if (token !== null) location.replace(newPasswordPath(token));
  }, [token]);

  if (state.kind === 'failed') return <ResetFailed text={state.text} onRetry={state.retry} />;
  return <p role="status">{texts.validatingReset}</p>;
}

/** Confirms, changes or restores an address after a press. Mail scanners open links, so opening the page does nothing. */
function EmailLinkAction({ mode }: { readonly mode: EmailLinkMode }) {
  const [code, setCode] = useState<string | null>();
  const [isDone, setDone] = useState(false);
  const { busy, problem, run } = useIdentityAction(accountProblemText('email-link-invalid'));
  useEffect(() => {
    setCode(readTokens()[0] ?? null);
  }, []);

  const apply = async (): Promise<void> => {
    const isApplied = await run(async () => {
      const { applyCode } = await loadChunk(import('../../client/identity.ts'));
      await applyCode(code ?? '');
    });
    setDone(isApplied);
  };

  const { intro, button, done } = texts.addressLinks[mode];
  if (!config.identity) return <LinkFailed text={problemText('auth-not-configured')} />;
  if (code === null) return <LinkFailed text={accountProblemText('email-link-invalid')} />;
  return (
    <div className="form">
      {!isDone && <p>{intro}</p>}
      <div className="notice" role="status" data-kind={isDone ? 'success' : 'error'}>
        {isDone ? done : problem}
      </div>
      <div className="form-actions">
        {isDone ? (
          <>
            <a className="button button-primary" href="/affiliate-dashboard">
              {texts.toDashboard}
            </a>
            {mode === 'recoverEmail' && (
              <a className="button button-quiet" href="/forgot-password">
                {texts.setPassword}
              </a>
            )}
          </>
        ) : (
          <>
            <BusyButton
              look="primary"
              label={button}
              busyLabel={texts.applyingAddressLink}
              busy={busy}
              onPress={() => void apply()}
            />
            {problem && (
              <a className="button button-quiet" href="/affiliate-dashboard">
                {texts.toDashboard}
              </a>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function LinkFailed({ text }: { readonly text: string }) {
  return (
    <div className="form">
      <div className="notice" role="alert" data-kind="error">
        {text}
      </div>
      <div className="form-actions">
        <a className="button button-primary" href="/login">
          {texts.backToLogin}
        </a>
      </div>
    </div>
  );
}
