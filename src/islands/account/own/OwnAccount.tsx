import type { SignedIn } from '../../../client/accounts/current-user.ts';
import { problemText } from '../../../shared/problems/common.ts';
import { type Member, MembersOnly } from '../guards.tsx';
import { UserLine } from '../UserLine.tsx';
import { AddressSection } from './AddressSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** The signed-in user's own account. Each section is a file of this folder. */
export function OwnAccount() {
  return <MembersOnly>{(user) => <Screen user={user} />}</MembersOnly>;
}

function Screen({ user }: { readonly user: Member }) {
  return (
    <>
      <UserLine user={user}>
        <a className="button button-quiet" href="/affiliate-dashboard">
          Dashboard
        </a>
      </UserLine>
      {user.kind === 'in' ? (
        <Sections user={user} />
      ) : (
        <div className="notice" role="status" data-kind="error">
          {problemText('auth-not-configured')}
        </div>
      )}
    </>
  );
}

function Sections({ user }: { readonly user: SignedIn }) {
  const { email, emailVerified } = user;
  return (
    <div className="account-sections">
      {email !== null && <PasswordSection email={email} />}
      {email !== null && <AddressSection email={email} isConfirmed={emailVerified} />}
      {user.role !== null && <SecondFactor user={user} />}
      <SessionsSection email={email} />
    </div>
  );
}
