import { useEffect } from 'react';
import type { Affiliate } from '../../client/accounts/own-affiliate.ts';
import { formatLongDate } from '../../shared/dates.ts';
import { affiliateMessages as texts, applicationMessages } from '../../shared/messages/affiliate.ts';
import { leavingMoneyMessages } from '../../shared/messages/leaving-money.ts';
import type { ScreenUser } from '../account/guards.tsx';
import { Consequences } from '../account/own/Consequences.tsx';
import { UserLine } from '../account/UserLine.tsx';
import { hasAnswer, type Loaded, useApi } from '../data/use-api.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { Section } from '../ui/Section.tsx';
import { activationText } from './activation.tsx';
import { ActiveAffiliate } from './ActiveAffiliate.tsx';
import { AffiliateScreen } from './AffiliateScreen.tsx';
import { Earnings } from './Earnings.tsx';
import { MissingPaymentEmail, UnconfirmedAddress } from './FirstThings.tsx';
import { MonthChart } from './MonthChart.tsx';
import { NextSteps } from './NextSteps.tsx';
import { type PayoutAccount, PaymentInformation } from './PaymentInformation.tsx';
import { RecentEntries } from './RecentEntries.tsx';

/** An affiliate's overview: things to do, earnings, code, payments and the newest commissions. */
export function Dashboard() {
  return (
    <AffiliateScreen head={(user) => <DashboardHead user={user} />}>
      {(affiliate, { emailVerified }) =>
        affiliate.has_ledger ? (
          <EarningAffiliate affiliate={affiliate} isConfirmed={emailVerified} />
        ) : (
          <NewAffiliate affiliate={affiliate} isConfirmed={emailVerified} />
        )
      }
    </AffiliateScreen>
  );
}

function DashboardHead({ user }: { readonly user: ScreenUser }) {
  // Earlier mails lead here to choose emails.
  useEffect(() => {
    if (location.hash === '#emails') location.replace('/affiliate-payment#emails');
  }, []);
  return (
    <>
      <UserLine user={user}>
        {user.kind === 'in' && (
          <>
            <a
              className="button button-quiet"
              href={`/user-profile-admin?id=${encodeURIComponent(user.uid)}`}
            >
              {texts.myProfile}
            </a>
            <a className="button button-quiet" href="/account">
              {texts.ownAccount}
            </a>
          </>
        )}
      </UserLine>
      {user.kind === 'in' && user.email && !user.emailVerified && <UnconfirmedAddress />}
    </>
  );
}

interface Props {
  readonly affiliate: Affiliate;
  readonly isConfirmed: boolean;
}

/** An affiliate without a commission. */
function NewAffiliate({ affiliate, isConfirmed }: Props) {
  const account = useApi('GET /api/affiliates/payout');
  if (!hasAnswer(account)) return <Waiting text={texts.loading} />;
  const isPayable = hasPaymentEmail(account);
  return (
    <>
      <StatusNotices affiliate={affiliate} isConfirmed={isConfirmed} account={account} />
      {affiliate.date_activated !== null ? (
        <ActiveAffiliate affiliate={affiliate} />
      ) : (
        affiliate.left_at === null && (
          <NextSteps affiliate={affiliate} isConfirmed={isConfirmed} isPayable={isPayable} />
        )
      )}
      <Section id="referrals" tab="Referrals" heading="Recent Referrals">
        <p className="coming-soon">{texts.comingSoon}</p>
      </Section>
      <PaymentInformation loaded={account} />
    </>
  );
}

/** An affiliate with commissions. Everything appears at once, so that nothing moves while the parts load. */
function EarningAffiliate({ affiliate, isConfirmed }: Props) {
  const account = useApi('GET /api/affiliates/payout');
  const referrals = useApi('GET /api/affiliates/referrals');
  const links = useApi('GET /api/affiliates/links');
  if (![account, referrals, links].every(hasAnswer)) return <Waiting text={texts.loading} />;
  const isActive = affiliate.date_activated !== null;
  const report = referrals.failure === null ? referrals.data : undefined;
  return (
    <>
      <StatusNotices affiliate={affiliate} isConfirmed={isConfirmed} account={account} />
      {!isActive && affiliate.left_at === null && <p>{applicationMessages.deactivated}</p>}
      <div className="overview-grid">
        <div>
          {report && <Earnings report={report} account={account.data} />}
          {referrals.failure !== null && <TryAgain text={referrals.failure} onRetry={referrals.reload} />}
          {links.failure !== null && <TryAgain text={links.failure} onRetry={links.reload} />}
          {links.data && <MonthChart links={links.data.links} initialFigure="earned_cents" />}
        </div>
        <div className="panel-pair">
          {isActive && <ActiveAffiliate affiliate={affiliate} />}
          <PaymentInformation loaded={account} />
        </div>
        {report && <RecentEntries entries={report.recent} />}
      </div>
    </>
  );
}

type Account = Loaded<PayoutAccount>;

/** True unless the affiliate is known to have no payment email. */
function hasPaymentEmail({ data }: Account): boolean {
  return data === undefined || data.payout_email !== null;
}

/** The first things to do. An affiliate who is not active reads 'Not Activated' or the day on which they left. */
function StatusNotices({ affiliate, isConfirmed, account }: Props & { readonly account: Account }) {
  const isActive = affiliate.date_activated !== null;
  const earns = isActive || affiliate.has_ledger;
  return (
    <>
      {isConfirmed && earns && !hasPaymentEmail(account) && <MissingPaymentEmail />}
      {!isActive && <p className="state-line">{activationText(affiliate)}</p>}
      {affiliate.left_at !== null && (
        <div className="notice" data-kind="info">
          <div className="stacked">
            <p>{leavingMoneyMessages.left(formatLongDate(affiliate.left_at))}</p>
            {account.data && <Consequences membership={account.data} />}
            <p>{leavingMoneyMessages.comeBack}</p>
          </div>
        </div>
      )}
    </>
  );
}
