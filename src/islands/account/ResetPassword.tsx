import { useEffect, useState } from 'react';
import {
  type EmailLinkMode,
  emailLinkMode,
  newPasswordPath,
  readTokens,
} from '../../client/accounts/reset-query.ts';
import { runIdentityAction } from '../../client/accounts/run-identity-action.ts';
import { config } from '../../client/config.ts';
import { loadChunk } from '../../client/load-chunk.ts';
import { accountMessages as texts } from '../../shared/messages/account.ts';
import { accountProblemText } from '../../shared/problem-texts/accounts.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { LinkAction, LinkFailed, type LinkResult } from './LinkAction.tsx';
import { ResetFailed, useResetToken } from './reset-token.tsx';

/**
 * The target of the links in Firebase's emails. A password reset is validated and leads to /set-new-password. The other
 * links take effect when the user presses the button.
 */
export const ResetPassword = withErrorBoundary(Screen);

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
  failureCode: 'reset-failed-retry',
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

/** Confirms, changes or restores an address after a press. */
function EmailLinkAction({ mode }: { readonly mode: EmailLinkMode }) {
  const [code, setCode] = useState<string | null>();
  useEffect(() => {
    setCode(readTokens()[0] ?? null);
  }, []);

  const { intro, button, done } = texts.addressLinks[mode];
  const invalid = accountProblemText('email-link-invalid');
  if (!config.identity || code === null)
    return (
      <LinkFailed text={config.identity ? invalid : problemText('auth-not-configured')}>
        <a className="button button-primary" href="/login">
          {texts.backToLogin}
        </a>
      </LinkFailed>
    );

  const apply = async (): Promise<LinkResult> => {
    const problem = await runIdentityAction(async () => {
      const { applyCode } = await loadChunk(import('../../client/identity.ts'));
      await applyCode(code ?? '');
    }, invalid);
    return problem === null ? { kind: 'done', text: done } : { kind: 'failed', text: problem };
  };
  return (
    <LinkAction
      intro={intro}
      button={button}
      busyLabel={texts.applyingAddressLink}
      apply={apply}
      next={(kind) => (
        <>
          <a
            className={kind === 'done' ? 'button button-primary' : 'button button-quiet'}
            href="/affiliate-dashboard"
          >
            {texts.toDashboard}
          </a>
          {kind === 'done' && mode === 'recoverEmail' && (
            <a className="button button-quiet" href="/forgot-password">
              {texts.setPassword}
            </a>
          )}
        </>
      )}
    />
  );
}
