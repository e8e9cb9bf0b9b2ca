import type { ReactNode } from 'react';
import { affiliateMessages } from '../../shared/messages/affiliate.ts';
import { useApi } from '../data/use-api.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { Earnings } from './Earnings.tsx';
import { EarningsChart } from './EarningsChart.tsx';
import type { PayoutAccount } from './PaymentInformation.tsx';
import { RecentEntries } from './RecentEntries.tsx';
import { RecentStatements } from './RecentStatements.tsx';
import { Section } from '../ui/Section.tsx';

interface Props {
  /** The payment settings, once they are loaded. */
  readonly account: PayoutAccount | undefined;
  /** The part of the dashboard between the affiliate's earnings and their history. */
  readonly children: ReactNode;
}

/** An affiliate's earnings, and their history below the children. Shows 'Coming Soon' until there is a referral. */
export function Referrals({ account, children }: Props) {
  const { data: report, failure, reload } = useApi('GET /api/affiliates/referrals');
  const hasReferrals = report !== undefined && report.recent.length > 0;
  const earnings = report ? (
    hasReferrals && <Earnings report={report} account={account} />
  ) : (
    <div className="earnings-waiting">
      <Waiting text={affiliateMessages.loadingReferrals} />
    </div>
  );
  return (
    <>
      {failure === null ? earnings : <TryAgain text={failure} onRetry={reload} />}
      {children}
      {failure === null && report && !hasReferrals && <ComingSoon />}
      {failure === null && hasReferrals && (
        <>
          <EarningsChart report={report} />
          <RecentEntries entries={report.recent} />
          <RecentStatements statements={report.statements} />
        </>
      )}
    </>
  );
}

/** The place of the referrals before the first referral. */
export function ComingSoon() {
  return (
    <Section id="referrals" tab="Referrals" heading="Recent Referrals">
      <p className="coming-soon">{affiliateMessages.comingSoon}</p>
    </Section>
  );
}
