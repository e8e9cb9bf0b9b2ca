import { type ReactNode, useState } from 'react';
import { signOut } from '../../client/sign-out.ts';
import { screenMessages } from '../../shared/messages/site.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { BusyButton } from '../ui/buttons.tsx';
import type { Member } from './guards.tsx';

interface Props {
  readonly user: Member;
  /** Links before the Logout button. */
  readonly children?: ReactNode;
}

/** The line of a screen that names the signed-in user, with the Logout button. */
export function UserLine({ user, children }: Props) {
  return (
    <div className="account-bar">
      {user.kind === 'in' && <p>{user.email ?? user.uid}</p>}
      <div className="buttons">
        {children}
        <LogoutButton />
      </div>
    </div>
  );
}

interface LogoutButtonProps {
  readonly label?: string;
  readonly look?: 'primary';
  /** The address of the next page. */
  readonly target?: string;
}

/** Signs out and leads to another page, or shows that it failed. */
export function LogoutButton({ label = screenMessages.logout, look, target = '/' }: LogoutButtonProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');

  const logOut = async () => {
    setState('busy');
    try {
      await signOut();
      location.assign(target);
    } catch (error) {
      console.warn('log out', error);
      setState('failed');
    }
  };

  return (
    <>
      <BusyButton
        label={label}
        busyLabel={screenMessages.loggingOut}
        look={look}
        busy={state === 'busy'}
        onPress={() => void logOut()}
      />
      <span className="field-error" role="alert">
        {state === 'failed' && problemText('logout-failed')}
      </span>
    </>
  );
}
