import { useState } from 'react';
import { loadOwnAffiliate, type SignupDraft, signupDraft } from '../../client/accounts/own-affiliate.ts';
import { referralLink } from '../../client/referral.ts';
import { affiliateMessages as texts } from '../../shared/messages/affiliate.ts';
import { screenMessages } from '../../shared/messages/site.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { ApiCache, useLoaded } from '../data/use-api.tsx';
import { useCurrentUser } from '../data/use-current-user.ts';
import { Facts } from '../ui/CardTable.tsx';
import { CopyLink } from '../ui/copy.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { NotYet } from './activation.tsx';
import { NextSteps } from './NextSteps.tsx';
import { PromotionForm } from './PromotionForm.tsx';
import { Section } from '../ui/Section.tsx';

/** The page after a sign-up. A user who opens it later sees their application. */
export const Application = withErrorBoundary(Screen);

function Screen() {
  const { user, retry } = useCurrentUser();
  if (user.kind === 'checking') return <Waiting text={screenMessages.checking} />;
  if (user.kind === 'in' && user.email)
    return (
      <ApiCache key={user.uid}>
        <MemberApplication email={user.email} isConfirmed={user.emailVerified} />
      </ApiCache>
    );
  if (user.kind === 'failed') return <TryAgain text={problemText('part-missing')} onRetry={retry} />;
  return <NotApplied signedIn={user.kind === 'in'} />;
}

interface MemberProps {
  readonly email: string;
  readonly isConfirmed: boolean;
}

/** The application of the signed-in user: the draft that /signup stored, or the record from the API. */
function MemberApplication({ email, isConfirmed }: MemberProps) {
  const [draft] = useState(() => signupDraft.read());
  const isDraft = draft?.email === email;
  const ownAffiliate = useLoaded(isDraft ? null : 'own-affiliate', () => loadOwnAffiliate(email));

  if (isDraft) return <Submitted {...draft} isConfirmed={isConfirmed} />;
  if (ownAffiliate.loading) return <Waiting text={screenMessages.checking} />;
  if (ownAffiliate.failure !== null)
    return <TryAgain text={ownAffiliate.failure} onRetry={() => void ownAffiliate.reload()} />;
  if (!ownAffiliate.data) return <NotApplied signedIn />;
  return <Submitted email={email} affiliate={ownAffiliate.data} isConfirmed={isConfirmed} />;
}

function Submitted({ email, affiliate, isConfirmed }: SignupDraft & MemberProps) {
  const isActive = affiliate !== null && affiliate.date_activated !== null;
  return (
    <>
      <p className="lede">{`Welcome, ${email}. ${texts.submitted}`}</p>
      <NextSteps affiliate={affiliate} isConfirmed={isConfirmed} />
      {affiliate && (
        <Section id="record" tab="You" heading="Your application">
          <Facts
            rows={[
              ['Name', affiliate.name],
              ['Email', affiliate.email ?? email],
              ['Affiliate code', <code key="code">{affiliate.code}</code>],
            ]}
          />
          {!isActive && <NotYet />}
          <CopyLink label="Your referral link" url={referralLink(affiliate.code)} />
          {affiliate.application_state === 'waiting' && <PromotionForm affiliate={affiliate} />}
        </Section>
      )}
      <Section id="referrals" tab="Referrals" heading="Referrals">
        <p className="coming-soon">{texts.comingSoon}</p>
        <p>Purchases through your link will appear on your dashboard.</p>
      </Section>
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
    </>
  );
}

function NotApplied({ signedIn }: { readonly signedIn: boolean }) {
  return (
    <>
      <p className="lede">
        {signedIn
          ? 'You haven’t applied yet. Apply on your dashboard with one click.'
          : 'There’s no application to show. Sign up to apply, or sign in to see your application.'}
      </p>
      <div className="buttons">
        {signedIn ? (
          <a className="button button-primary" href="/affiliate-dashboard">
            Go to your dashboard
          </a>
        ) : (
          <>
            <a className="button button-primary" href="/signup">
              Sign up
            </a>
            <a className="button" href="/login?next=%2Faffiliate-application">
              Sign in
            </a>
          </>
        )}
        <a className="button button-quiet" href="/affiliate-program">
          See the affiliate program
        </a>
      </div>
    </>
  );
}
