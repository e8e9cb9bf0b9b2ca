import { useRef } from 'react';
import { type Affiliate, createOwnAffiliate, loadOwnAffiliate } from '../../client/accounts/own-affiliate.ts';
import { formatLongDate } from '../../shared/dates.ts';
import { affiliateMessages as texts, applicationMessages } from '../../shared/messages/affiliate.ts';
import { leavingMoneyMessages } from '../../shared/messages/leaving-money.ts';
import { affiliateProblemText } from '../../shared/problem-texts/affiliate.ts';
import { notConfigured } from '../account/AccountForm.tsx';
import { type ScreenUser, SignedInOnly } from '../account/guards.tsx';
import { Consequences } from '../account/own/Consequences.tsx';
import { UserLine } from '../account/UserLine.tsx';
import { useApi, useLoaded } from '../data/use-api.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { FormNotice } from '../ui/notices.tsx';
import { activationText, MissingRecord } from './activation.tsx';
import { ActiveAffiliate } from './ActiveAffiliate.tsx';
import { EmailChoice } from './EmailChoice.tsx';
import { MissingPaymentEmail, UnconfirmedAddress } from './FirstThings.tsx';
import { Links } from './Links.tsx';
import { NextSteps } from './NextSteps.tsx';
import { type PayoutAccount, PaymentInformation } from './PaymentInformation.tsx';
import { ComingSoon, Referrals } from './Referrals.tsx';

/** An affiliate's own screen: first things to do, earnings, code and links, referrals and payments. */
export function Dashboard() {
  return <SignedInOnly>{(user) => <Screen user={user} />}</SignedInOnly>;
}

function Screen({ user }: { readonly user: ScreenUser }) {
  return (
    <>
      <AccountLine user={user} />
      {user.kind === 'in' && user.email && !user.emailVerified && <UnconfirmedAddress />}
      {user.kind === 'in' && user.email ? (
        <OwnRecord key={user.uid} email={user.email} isConfirmed={user.emailVerified} />
      ) : (
        <FormNotice
          notice={
            user.kind === 'in'
              ? { kind: 'error', text: affiliateProblemText('affiliate-email-missing') }
              : notConfigured
          }
        />
      )}
    </>
  );
}

function AccountLine({ user }: { readonly user: ScreenUser }) {
  return (
    <UserLine user={user}>
      {user.kind === 'in' && (
        <>
          <a className="button button-quiet" href={`/user-profile-admin?id=${encodeURIComponent(user.uid)}`}>
            {texts.myProfile}
          </a>
          <a className="button button-quiet" href="/account">
            {texts.ownAccount}
          </a>
        </>
      )}
    </UserLine>
  );
}

/** The user's affiliate record, or a button that creates it. */
function OwnRecord({ email, isConfirmed }: { readonly email: string; readonly isConfirmed: boolean }) {
  /** The call that the next load makes. */
  const action = useRef(loadOwnAffiliate);
  const ownAffiliate = useLoaded('own-affiliate', () => action.current(email));
  const runAction = (newAction: typeof loadOwnAffiliate) => () => {
    action.current = newAction;
    void ownAffiliate.reload();
  };

  if (ownAffiliate.loading) return <Waiting text={texts.loading} />;
  if (ownAffiliate.failure !== null)
    return <TryAgain text={ownAffiliate.failure} onRetry={runAction(loadOwnAffiliate)} />;
  if (!ownAffiliate.data) return <MissingRecord onApply={runAction(createOwnAffiliate)} />;
  return <Sections affiliate={ownAffiliate.data} isConfirmed={isConfirmed} />;
}

interface SectionsProps {
  readonly affiliate: Affiliate;
  readonly isConfirmed: boolean;
}

/** The first things to do and the earnings, then the code and the links, the history, the payment settings and the emails. */
function Sections({ affiliate, isConfirmed }: SectionsProps) {
  const account = useApi('GET /api/affiliates/payout');
  const isActive = affiliate.date_activated !== null;
  const isPayable = account.data === undefined || account.data.payout_email !== null;
  const codeSection = isActive ? (
    <ActiveAffiliate code={affiliate.code} />
  ) : affiliate.left_at !== null ? null : affiliate.has_ledger ? (
    <p>{applicationMessages.deactivated}</p>
  ) : (
    <NextSteps affiliate={affiliate} isConfirmed={isConfirmed} isPayable={isPayable} paymentPath="#payment" />
  );
  return (
    <>
      {isConfirmed && !isPayable && (isActive || affiliate.has_ledger) && <MissingPaymentEmail />}
      <p className="status" data-active={isActive || undefined}>
        {activationText(affiliate)}
      </p>
      {affiliate.left_at !== null && <LeftProgram leftAt={affiliate.left_at} account={account.data} />}
      {affiliate.has_ledger ? (
        <Referrals account={account.data}>
          {codeSection}
          <Links isActive={isActive} />
        </Referrals>
      ) : (
        <>
          {codeSection}
          {isActive && <Links isActive />}
          <ComingSoon />
        </>
      )}
      <PaymentInformation loaded={account} isConfirmed={isConfirmed} />
      <EmailChoice affiliate={affiliate} />
    </>
  );
}

interface LeftProgramProps {
  readonly leftAt: string;
  /** Undefined until it is loaded. */
  readonly account: PayoutAccount | undefined;
}

/** Shows a person who left the program the money that is still to be paid, and when the record is closed. */
function LeftProgram({ leftAt, account }: LeftProgramProps) {
  return (
    <div className="notice" data-kind="info">
      <div className="stacked">
        <p>{leavingMoneyMessages.left(formatLongDate(leftAt))}</p>
        {account && <Consequences membership={account} />}
        <p>{leavingMoneyMessages.comeBack}</p>
      </div>
    </div>
  );
}
