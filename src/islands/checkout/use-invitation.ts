import { useEffect, useState } from 'react';
import { invitationParameter } from '../../shared/invitations.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import type { Invitation } from './invitation.ts';

/**
 * Returns the invitation of the page's link, `loading` until it is known, and null without one. Takes the token out of the address,
 * so that scripts that report the address do not send it. The history keeps it for a reload.
 */
export function useInvitation(): Invitation | 'loading' | null {
  const [invitation, setInvitation] = useState<Invitation | 'loading' | null>(null);
  useEffect(() => {
    const open = () => {
      const token = readToken();
      if (!token) return;
      history.replaceState({ [invitationParameter]: token }, '', location.pathname + location.search);
      setInvitation('loading');
      import('./invitation.ts')
        .then(({ loadInvitation }) => loadInvitation(token, setInvitation))
        .then(setInvitation, () => {
          setInvitation({ text: problemText('part-missing') });
        });
    };
    open();
    // A link that is opened on the page itself loads no new page.
    addEventListener('hashchange', open);
    return () => {
      removeEventListener('hashchange', open);
    };
  }, []);
  return invitation;
}

function readToken(): string | null {
  const stored = (history.state as Readonly<Record<string, string>> | null)?.[invitationParameter];
  return new URLSearchParams(location.hash.slice(1)).get(invitationParameter) ?? stored ?? null;
}
