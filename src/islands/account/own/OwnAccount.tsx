import { useState } from 'react';
import type { SignedIn } from '../../../client/accounts/current-user.ts';
import { FormNotice } from '../../ui/notices.tsx';
import { notConfigured } from '../AccountForm.tsx';
import { type ScreenUser, SignedInOnly } from '../guards.tsx';
import { UserLine } from '../UserLine.tsx';
import { AddressSection } from './AddressSection.tsx';
import { AccountDeleted } from './DeleteAccount.tsx';
import { Leaving } from './Leaving.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** The signed-in user's own account. Each section is a file of this folder. */
export function OwnAccount() {
  const [isDeleted, setDeleted] = useState(false);
  if (isDeleted) return <AccountDeleted />;
  return (
    <SignedInOnly>
      {(user) => (
        <Screen
          user={user}
          onDeleted={() => {
            setDeleted(true);
          }}
        />
      )}
    </SignedInOnly>
  );
}

interface ScreenProps {
  readonly user: ScreenUser;
  readonly onDeleted: () => void;
}

function Screen({ user, onDeleted }: ScreenProps) {
  return (
    <>
      <UserLine user={user} />
      {user.kind === 'in' ? (
        <Sections user={user} onDeleted={onDeleted} />
      ) : (
        <FormNotice notice={notConfigured} />
      )}
    </>
  );
}

function Sections({ user, onDeleted }: ScreenProps & { readonly user: SignedIn }) {
  const { email, emailVerified } = user;
  return (
    <div className="account-sections">
      {email !== null && <PasswordSection email={email} />}
      {email !== null && <AddressSection email={email} isConfirmed={emailVerified} />}
      {user.role !== null && <SecondFactor user={user} />}
      <SessionsSection email={email} />
      <Leaving user={user} onDeleted={onDeleted} />
    </div>
  );
}
