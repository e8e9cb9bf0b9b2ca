import type { SignedIn } from '../../client/accounts/current-user.ts';
import type { Affiliate } from '../../client/accounts/own-affiliate.ts';
import { isMissing } from '../../client/api.ts';
import { paymentMessages as texts } from '../../shared/messages/affiliate.ts';
import { affiliateFailure } from '../../shared/problem-texts/affiliate.ts';
import { LeaveProgram } from '../account/own/LeaveProgram.tsx';
import { hasAnswer, useApi } from '../data/use-api.tsx';
import { LoadState } from '../ui/loading.tsx';
import { AffiliateScreen } from './AffiliateScreen.tsx';
import { EmailChoice } from './EmailChoice.tsx';
import { PaymentEmail } from './PaymentEmail.tsx';

/** The payment email of an affiliate, the emails that they get, and the way out of the program. */
export function OwnPaymentSettings() {
  return (
    <AffiliateScreen>
      {(affiliate, user) => <SettingsSections affiliate={affiliate} user={user} />}
    </AffiliateScreen>
  );
}

interface Props {
  readonly affiliate: Affiliate;
  readonly user: SignedIn;
}

function SettingsSections({ affiliate, user }: Props) {
  const loaded = useApi('GET /api/affiliates/payout');
  const { data: account, failedAnswer, reload, replace } = loaded;
  // The record of a person who left is closed once nothing is owed.
  const isClosed = failedAnswer !== null && isMissing(failedAnswer);
  if (!hasAnswer(loaded) || (failedAnswer !== null && !isClosed))
    return (
      <LoadState
        loaded={loaded}
        waiting={texts.loading}
        failureText={affiliateFailure('payment-load-failed')}
      />
    );
  const membership = isClosed ? null : (account ?? null);
  return (
    <div className="account-sections">
      {membership && (
        <>
          <PaymentEmail account={membership} isConfirmed={user.emailVerified} onSaved={replace} />
          <EmailChoice affiliate={affiliate} />
        </>
      )}
      <LeaveProgram user={user} membership={membership} reload={reload} />
    </div>
  );
}
