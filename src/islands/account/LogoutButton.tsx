import { useState } from 'react';
import { signOut } from '../../client/sign-out.ts';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';

/** Signs out and goes to the home page, or says that it failed. */
export const LogoutButton = () => {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const { logout, loggingOut } = messages.affiliate;
  const busy = state === 'busy';

  const logOut = async () => {
    if (busy) return;
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
      <button
        type="button"
        className="button"
        data-busy={busy ? logout : loggingOut}
        aria-busy={busy}
        aria-disabled={busy}
        onClick={() => void logOut()}
      >
        {busy ? loggingOut : logout}
      </button>
      <span className="field-error" role="alert">
        {state === 'failed' && problemText('logout-failed')}
      </span>
    </>
  );
};
