import { useCallback, useEffect, useState } from 'react';
import {
  createOwnAffiliate,
  loadOwnAffiliate,
  type OwnAffiliate,
} from '../../client/accounts/own-affiliate.ts';
import { affiliateMessages as texts } from '../../shared/messages/affiliate.ts';
import { affiliateProblemText } from '../../shared/problems/affiliate.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { type Member, MembersOnly } from '../account/MembersOnly.tsx';
import { LogoutButton } from '../account/LogoutButton.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { ActiveAffiliate } from './ActiveAffiliate.tsx';
import { activationText } from './activation-text.ts';
import { MissingRecord } from './MissingRecord.tsx';
import { PaymentInformation } from './PaymentInformation.tsx';
import { Referrals } from './Referrals.tsx';
import { UnconfirmedAddress } from './UnconfirmedAddress.tsx';
import { UntilActive } from './UntilActive.tsx';

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

const Who = ({ viewer }: { readonly viewer: Member }) => (
  <div className="who">
    {viewer.kind === 'in' && <p>{viewer.email ?? viewer.uid}</p>}
    <div className="buttons">
      {viewer.kind === 'in' && (
        <a className="button button-quiet" href={`/user-profile-admin?id=${encodeURIComponent(viewer.uid)}`}>
          {texts.myProfile}
        </a>
      )}
      {viewer.kind === 'in' && viewer.email && (
        <a className="button button-quiet" href="/forgot-password">
          {texts.changePassword}
        </a>
      )}
      <LogoutButton />
    </div>
  </div>
);

const Unknown = ({ viewer }: { readonly viewer: Member }) => (
  <div className="notice" role="status" data-kind="error">
    {viewer.kind === 'in'
      ? affiliateProblemText('affiliate-email-missing')
      : problemText('auth-not-configured')}
  </div>
);

const Screen = ({ viewer }: { readonly viewer: Member }) => (
  <>
    <Who viewer={viewer} />
    {viewer.kind === 'in' && viewer.email && !viewer.emailVerified && <UnconfirmedAddress />}
    {viewer.kind === 'in' && viewer.email ? (
      <Record key={viewer.uid} email={viewer.email} />
    ) : (
      <Unknown viewer={viewer} />
    )}
  </>
);

/** An affiliate's own screen: whether they are active, their code and links, and how they are paid. */
export const Dashboard = () => <MembersOnly>{(viewer) => <Screen viewer={viewer} />}</MembersOnly>;
