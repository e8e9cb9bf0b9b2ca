import { useEffect, useState } from 'react';
import { type AddressMode, readToken } from '../../client/accounts/reset-token.ts';
import { config } from '../../client/config.ts';
import { fetched } from '../../client/fetched.ts';
import { accountMessages } from '../../shared/messages/account.ts';
import { accountProblemText } from '../../shared/problems/accounts.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { useIdentityAction } from './use-identity-action.ts';

interface Props {
  readonly mode: AddressMode;
}

/** Firebase links that confirm, change or restore an address. Mail scanners open links, so the code waits for a press. */
export const AddressAction = ({ mode }: Props) => {
  const [code, setCode] = useState<string | null>();
  const [isDone, setDone] = useState(false);
  const { busy, problem, run } = useIdentityAction(accountProblemText('address-link-invalid'));
  useEffect(() => {
    setCode(readToken());
  }, []);

  const apply = async (): Promise<void> => {
    const isApplied = await run(async () => {
      const { applyCode } = await fetched(import('../../client/identity.ts'));
      await applyCode(code ?? '');
    });
    setDone(isApplied);
  };

  const { intro, button, done } = accountMessages.addressLinks[mode];
  if (!config.identity) return <Notice text={problemText('auth-not-configured')} />;
  if (code === null) return <Notice text={accountProblemText('address-link-invalid')} />;
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
              {accountMessages.toDashboard}
            </a>
            {mode === 'recoverEmail' && (
              <a className="button button-quiet" href="/forgot-password">
                {accountMessages.setPassword}
              </a>
            )}
          </>
        ) : (
          <>
            <BusyButton
              look="primary"
              label={button}
              busyLabel={accountMessages.applyingAddressLink}
              busy={busy}
              onPress={() => void apply()}
            />
            {problem && (
              <a className="button button-quiet" href="/affiliate-dashboard">
                {accountMessages.toDashboard}
              </a>
            )}
          </>
        )}
      </div>
    </div>
  );
};

const Notice = ({ text }: { readonly text: string }) => (
  <div className="form">
    <div className="notice" role="alert" data-kind="error">
      {text}
    </div>
    <div className="form-actions">
      <a className="button button-primary" href="/login">
        {accountMessages.backToLogin}
      </a>
    </div>
  </div>
);
