import { useCallback, useEffect, useState } from 'react';
import {
  createOwnAffiliate,
  loadOwnAffiliate,
  type OwnAffiliate,
} from '../../client/accounts/own-affiliate.ts';
import { affiliateMessages as texts } from '../../shared/messages/affiliate.ts';
import { affiliateProblemText } from '../../shared/problems/affiliate.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { type Member, MembersOnly } from '../account/guards.tsx';
import { LogoutButton } from '../account/LogoutButton.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { ActiveAffiliate } from './ActiveAffiliate.tsx';
import { activationText, MissingRecord, UntilActive } from './activation.tsx';
import { PaymentInformation } from './PaymentInformation.tsx';
import { Referrals } from './Referrals.tsx';
import { fetched } from '../../client/fetched.ts';
import { accountMessages } from '../../shared/messages/account.ts';
import { accountProblemText } from '../../shared/problems/accounts.ts';
import { useIdentityAction } from '../account/use-identity-action.ts';
import { BusyButton } from '../ui/buttons.tsx';

type State = { readonly kind: 'loading' } | OwnAffiliate;

const Record = ({ email }: { readonly email: string }) => {
  const [state, setState] = useState<State>({ kind: 'loading' });

  const load = useCallback(
    (act: (email: string) => Promise<OwnAffiliate>) => {
      setState({ kind: 'loading' });
      void act(email).then(setState);
    },
    [email],
  );
  useEffect(() => {
    load(loadOwnAffiliate);
  }, [load]);

  if (state.kind === 'loading') return <Waiting text={texts.loading} />;
  if (state.kind === 'failed')
    return (
      <TryAgain
        text={state.text}
        onRetry={() => {
          load(loadOwnAffiliate);
        }}
      />
    );
  if (state.kind === 'missing')
    return (
      <MissingRecord
        onApply={() => {
          load(createOwnAffiliate);
        }}
      />
    );
  const { affiliate } = state;
  return (
    <>
      <p className="status" data-active={affiliate.date_activated !== null || undefined}>
        {activationText(affiliate)}
      </p>
      {affiliate.date_activated === null ? <UntilActive /> : <ActiveAffiliate code={affiliate.code} />}
      <Referrals />
      <PaymentInformation />
    </>
  );
};

const Who = ({ user }: { readonly user: Member }) => (
  <div className="account-bar">
    {user.kind === 'in' && <p>{user.email ?? user.uid}</p>}
    <div className="buttons">
      {user.kind === 'in' && (
        <a className="button button-quiet" href={`/user-profile-admin?id=${encodeURIComponent(user.uid)}`}>
          {texts.myProfile}
        </a>
      )}
      {user.kind === 'in' && user.email && (
        <a className="button button-quiet" href="/forgot-password">
          {texts.changePassword}
        </a>
      )}
      <LogoutButton />
    </div>
  </div>
);

const Unknown = ({ user }: { readonly user: Member }) => (
  <div className="notice" role="status" data-kind="error">
    {user.kind === 'in'
      ? affiliateProblemText('affiliate-email-missing')
      : problemText('auth-not-configured')}
  </div>
);

const Screen = ({ user }: { readonly user: Member }) => (
  <>
    <Who user={user} />
    {user.kind === 'in' && user.email && !user.emailVerified && <UnconfirmedAddress />}
    {user.kind === 'in' && user.email ? (
      <Record key={user.uid} email={user.email} />
    ) : (
      <Unknown user={user} />
    )}
  </>
);

/** An affiliate's own screen: whether they are active, their code and links, and how they are paid. */
export const Dashboard = () => <MembersOnly>{(user) => <Screen user={user} />}</MembersOnly>;

const sendMail = async (): Promise<void> => {
  const { sendVerification } = await fetched(import('../../client/identity.ts'));
  await sendVerification();
};

/** Says that the account's address is not confirmed, and sends the mail with the link again. */
export const UnconfirmedAddress = () => {
  const { busy, problem, run } = useIdentityAction(accountProblemText('verification-failed'));
  const [isSent, setSent] = useState(false);

  const send = async (): Promise<void> => {
    setSent(false);
    setSent(await run(sendMail));
  };
  return (
    <div className="notice" data-kind="info">
      <div className="stacked">
        <p>{accountMessages.unconfirmed}</p>
        <BusyButton
          label={accountMessages.sendVerification}
          busyLabel={accountMessages.sendingVerification}
          busy={busy}
          onPress={() => void send()}
        />
        <p role="status">{isSent ? accountMessages.verificationSent : problem}</p>
      </div>
    </div>
  );
};
