import type { ReactNode } from 'react';
import { keepInAddress, leaveEndedMark, loginFor } from '../../client/accounts/return-path.ts';
import type { SignedIn } from '../../client/accounts/viewer.ts';
import { isSigningOut } from '../../client/sign-out.ts';
import { Guard } from './Guard.tsx';
import type { Seen } from './use-viewer.ts';

/** Somebody signed in, or anybody where authentication is not configured. */
export type Member = SignedIn | { readonly kind: 'unconfigured' };

const allows = (viewer: Seen): viewer is Member => viewer.kind === 'in' || viewer.kind === 'unconfigured';

const toLogin = (viewer: Seen, shown: boolean): void => {
  if (isSigningOut()) return;
  if (viewer.kind === 'out' && viewer.ended) leaveEndedMark();
  // Whoever logs out in another tab leaves what they searched for to nobody.
  else if (shown) keepInAddress(new URLSearchParams());
  location.replace(loginFor(location));
};

/** A screen for those who are signed in; others go to /login, and come back to exactly where they were, unless they logged out. */
export const MembersOnly = ({ children }: { readonly children: (viewer: Member) => ReactNode }) => (
  <Guard allows={allows} turnAway={toLogin}>
    {children}
  </Guard>
);
