import { type ReactNode, useRef } from 'react';
import { type Affiliate, createOwnAffiliate, loadOwnAffiliate } from '../../client/accounts/own-affiliate.ts';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import { affiliateMessages as texts } from '../../shared/messages/affiliate.ts';
import { affiliateProblemText } from '../../shared/problem-texts/affiliate.ts';
import { notConfigured } from '../account/AccountForm.tsx';
import { type ScreenUser, SignedInOnly } from '../account/guards.tsx';
import { useLoaded } from '../data/use-api.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { FormNotice } from '../ui/notices.tsx';
import { MissingRecord } from './activation.tsx';

interface Props {
  /** The part above the record, which needs none. */
  readonly head?: (user: ScreenUser) => ReactNode;
  readonly children: (affiliate: Affiliate, user: SignedIn) => ReactNode;
}

/** A screen with the user's own affiliate record. An account without one can apply here. */
export function AffiliateScreen({ head, children }: Props) {
  return (
    <SignedInOnly>
      {(user) => (
        <>
          {head?.(user)}
          {user.kind === 'in' && user.email ? (
            <OwnRecord key={user.uid} email={user.email}>
              {(affiliate) => children(affiliate, user)}
            </OwnRecord>
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
      )}
    </SignedInOnly>
  );
}

interface OwnRecordProps {
  readonly email: string;
  readonly children: (affiliate: Affiliate) => ReactNode;
}

/** The user's affiliate record, or a button that creates it. */
function OwnRecord({ email, children }: OwnRecordProps) {
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
  return children(ownAffiliate.data);
}
