import { useState } from 'react';
import { signOut } from '../../client/sign-out.ts';
import { screenMessages } from '../../shared/messages/site.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { BusyButton } from '../ui/buttons.tsx';

/** Signs out and goes to the home page, or says that it failed. */
export const LogoutButton = () => {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const { logout, loggingOut } = screenMessages;

  const logOut = async () => {
    setState('busy');
    try {
      await signOut();
      location.assign('/');
    } catch (error) {
      console.warn('log out', error);
      setState('failed');
    }
  };

  return (
    <>
      <BusyButton
        label={logout}
        busyLabel={loggingOut}
        busy={state === 'busy'}
        onPress={() => void logOut()}
      />
      <span className="field-error" role="alert">
        {state === 'failed' && problemText('logout-failed')}
      </span>
    </>
  );
};
