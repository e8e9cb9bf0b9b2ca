import { type ReactNode, useState } from 'react';
import { signOut } from '../../client/sign-out.ts';
import { screenMessages } from '../../shared/messages/site.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { BusyButton } from '../ui/buttons.tsx';
import type { ScreenUser } from './guards.tsx';

interface Props {
  readonly user: ScreenUser;
  /** Links before the Logout button. */
  readonly children?: ReactNode;
}

/** The line of a screen that names the signed-in user, with the Logout button. */
export function UserLine({ user, children }: Props) {
  return (
    <div className="account-bar user-line">
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
  const [hasFailed, setFailed] = useState(false);

  const logOut = async () => {
    setFailed(false);
    try {
      await signOut();
      location.assign(target);
      // The button stays busy until the next page is here.
      await new Promise(() => undefined);
    } catch (error) {
      console.warn('log out', error);
      setFailed(true);
    }
  };

  return (
    <>
      <BusyButton label={label} busyLabel={screenMessages.loggingOut} look={look} onPress={logOut} />
      <span className="field-error" role="alert">
        {hasFailed && problemText('logout-failed')}
      </span>
    </>
  );
}
