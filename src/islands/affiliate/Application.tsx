import { useCallback, useEffect, useState } from 'react';
import {
  type Handover,
  keptHandover,
  loadOwnAffiliate,
  type OwnAffiliate,
} from '../../client/accounts/own-affiliate.ts';
import { referralLink } from '../../client/referral.ts';
import { affiliateMessages as texts } from '../../shared/messages/affiliate.ts';
import { screenMessages } from '../../shared/messages/site.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { useCurrentUser } from '../data/use-current-user.ts';
import { CopyLink } from '../ui/copy.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Facts } from '../ui/CardTable.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { UntilActive } from './activation.tsx';

const NextSteps = () => (
  <section className="panel" data-tab="Next" aria-labelledby="next-steps">
    <h2 id="next-steps">Next steps</h2>
    <UntilActive />
    <div className="buttons">
      <a className="button button-primary" href="/affiliate-dashboard">
        Go to your dashboard
      </a>
      <a className="button" href="/affiliate-profile">
        Look up your profile
      </a>
      <a className="button button-quiet" href="/features">
        Explore Features
      </a>
    </div>
  </section>
);

const Submitted = ({ email, affiliate }: Handover) => (
  <>
    <p className="lede">{`Welcome, ${email}. ${texts.submitted}`}</p>
    {affiliate && (
      <section className="panel" data-tab="You" aria-labelledby="record">
        <h2 id="record">Your application</h2>
        <Facts
          rows={[
            ['Name', affiliate.name],
            ['Email', affiliate.email ?? email],
            ['Affiliate Code', <code key="code">{affiliate.code}</code>],
          ]}
        />
        <CopyLink label="Your referral link" url={referralLink(affiliate.code)} />
      </section>
    )}
    <section className="panel" data-tab="Referrals" aria-labelledby="referrals">
      <h2 id="referrals">Referrals</h2>
      <p className="coming-soon">{texts.comingSoon}</p>
      <p>
        Who came through your link, and what it earned, will appear here once there is something to count.
      </p>
    </section>
    <NextSteps />
  </>
);

const NotApplied = ({ signedIn }: { readonly signedIn: boolean }) => (
  <>
    <p className="lede">
      {signedIn
        ? 'There is no application under your account yet. Apply on your dashboard with one click.'
        : 'There is no application here to show. Sign up to apply, or log in to see yours.'}
    </p>
    <div className="buttons">
      {signedIn ? (
        <a className="button button-primary" href="/affiliate-dashboard">
          Go to your dashboard
        </a>
      ) : (
        <>
          <a className="button button-primary" href="/signup">
            Sign Up
          </a>
          <a className="button" href="/login?next=%2Faffiliate-application">
            Login
          </a>
        </>
      )}
      <a className="button button-quiet" href="/affiliate-program">
        Affiliate Program
      </a>
    </div>
  </>
);

const Checking = () => <Waiting text={screenMessages.checking} />;

/** The application of somebody signed in: what /signup handed over, else what the API keeps. */
const OfMember = ({ email }: { readonly email: string }) => {
  const [own, setOwn] = useState<OwnAffiliate | 'handed-over' | null>(null);
  const [handover, setHandover] = useState<Handover | null>(null);

  const load = useCallback(() => {
    setOwn(null);
    void loadOwnAffiliate(email).then(setOwn);
  }, [email]);

  useEffect(() => {
    const kept = keptHandover.read();
    if (kept?.email === email) {
      setHandover(kept);
      setOwn('handed-over');
    } else load();
  }, [email, load]);

  if (own === null) return <Checking />;
  if (own === 'handed-over') return <Submitted email={email} affiliate={handover?.affiliate ?? null} />;
  if (own.kind === 'found') return <Submitted email={email} affiliate={own.affiliate} />;
  if (own.kind === 'missing') return <NotApplied signedIn />;
  return <TryAgain text={own.text} onRetry={load} />;
};

const Screen = () => {
  const { user, retry } = useCurrentUser();
  if (user.kind === 'checking') return <Checking />;
  if (user.kind === 'in' && user.email) return <OfMember key={user.uid} email={user.email} />;
  if (user.kind === 'failed') return <TryAgain text={problemText('part-missing')} onRetry={retry} />;
  return <NotApplied signedIn={user.kind === 'in'} />;
};

/** The page after a sign-up; opened directly, the application of who is signed in. */
export const Application = () => (
  <ErrorBoundary>
    <Screen />
  </ErrorBoundary>
);
