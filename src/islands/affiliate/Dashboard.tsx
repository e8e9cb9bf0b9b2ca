import { useRef, useState } from 'react';
import { createOwnAffiliate, loadOwnAffiliate } from '../../client/accounts/own-affiliate.ts';
import { loadChunk } from '../../client/load-chunk.ts';
import { signOut } from '../../client/sign-out.ts';
import { accountMessages } from '../../shared/messages/account.ts';
import { affiliateMessages as texts } from '../../shared/messages/affiliate.ts';
import { screenMessages } from '../../shared/messages/site.ts';
import { accountProblemText } from '../../shared/problems/accounts.ts';
import { affiliateProblemText } from '../../shared/problems/affiliate.ts';
import { problemText } from '../../shared/problems/common.ts';
import { type Member, MembersOnly } from '../account/guards.tsx';
import { useIdentityAction } from '../account/use-identity-action.ts';
import { useLoaded } from '../data/use-api.tsx';
import { BusyButton } from '../ui/buttons.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { activationText, DeclinedNote, MissingRecord, ReviewNote } from './activation.tsx';
import { ActiveAffiliate } from './ActiveAffiliate.tsx';
import { PaymentInformation } from './PaymentInformation.tsx';
import { Referrals } from './Referrals.tsx';

/** An affiliate's own screen: activation, code and links, referrals and payments. */
export function Dashboard() {
  return <MembersOnly>{(user) => <Screen user={user} />}</MembersOnly>;
}

function Screen({ user }: { readonly user: Member }) {
  return (
    <>
      <AccountBar user={user} />
      {user.kind === 'in' && user.email && !user.emailVerified && <UnconfirmedAddress />}
      {user.kind === 'in' && user.email ? (
        <OwnRecord key={user.uid} email={user.email} />
      ) : (
        <div className="notice" role="status" data-kind="error">
          {user.kind === 'in'
            ? affiliateProblemText('affiliate-email-missing')
            : problemText('auth-not-configured')}
        </div>
      )}
    </>
  );
}

function AccountBar({ user }: { readonly user: Member }) {
  return (
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
}

/** Signs out and leads to the home page, or shows that it failed. */
function LogoutButton() {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const { logout, loggingOut } = screenMessages;

  const logOut = async () => {
    setState('busy');
    try {
      await signOut();
      location.assign('/');
    } catch (error) {
      console.warn('log out', error);
      setState('failed');
    }
  };

  return (
    <>
      <BusyButton
        label={logout}
        busyLabel={loggingOut}
        busy={state === 'busy'}
        onPress={() => void logOut()}
      />
      <span className="field-error" role="alert">
        {state === 'failed' && problemText('logout-failed')}
      </span>
    </>
  );
}

/** Shows that the account's address is not confirmed, and offers to send the confirmation email again. */
function UnconfirmedAddress() {
  const { busy, problem, run } = useIdentityAction(accountProblemText('verification-failed'));
  const [isSent, setSent] = useState(false);

  const send = async (): Promise<void> => {
    setSent(false);
    const sent = await run(async () => {
      const { sendVerification } = await loadChunk(import('../../client/identity.ts'));
      await sendVerification();
    });
    setSent(sent);
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
}

/** The user's affiliate record, or a button that creates it. */
function OwnRecord({ email }: { readonly email: string }) {
  const action = useRef(loadOwnAffiliate);
  const own = useLoaded('own-affiliate', () => action.current(email));
  const start = (next: typeof loadOwnAffiliate) => () => {
    action.current = next;
    void own.reload();
  };

  if (own.loading) return <Waiting text={texts.loading} />;
  if (own.failure !== null) return <TryAgain text={own.failure} onRetry={start(loadOwnAffiliate)} />;
  const affiliate = own.data;
  if (!affiliate) return <MissingRecord onApply={start(createOwnAffiliate)} />;
  return (
    <>
      <p className="status" data-active={affiliate.date_activated !== null || undefined}>
        {activationText(affiliate)}
      </p>
      {affiliate.application_state === 'declined' && <DeclinedNote reason={affiliate.declined_reason} />}
      {affiliate.application_state === 'waiting' && <ReviewNote />}
      {affiliate.date_activated !== null && <ActiveAffiliate code={affiliate.code} />}
      <Referrals />
      <PaymentInformation />
    </>
  );
}
