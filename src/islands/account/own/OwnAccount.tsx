import type { SignedIn } from '../../../client/accounts/current-user.ts';
import { problemText } from '../../../shared/problems/common.ts';
import { type Member, MembersOnly } from '../guards.tsx';
import { UserLine } from '../UserLine.tsx';
import { SecondFactor } from './SecondFactor.tsx';

/** The signed-in user's own account. Each section is a file of this folder. */
export function OwnAccount() {
  return <MembersOnly>{(user) => <Screen user={user} />}</MembersOnly>;
}

function Screen({ user }: { readonly user: Member }) {
  return (
    <>
      <UserLine user={user} />
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
  return <div className="own-account">{user.role !== null && <SecondFactor user={user} />}</div>;
}
