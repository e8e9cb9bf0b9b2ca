import type { ReactNode } from 'react';
import { refreshClaims, type SignedIn } from '../../client/accounts/viewer.ts';
import { Guard } from './Guard.tsx';
import type { Seen } from './use-viewer.ts';

const allows = (viewer: Seen): viewer is SignedIn => viewer.kind === 'in' && viewer.admin;

let leaving = false;

/** Once: a second call would break off the navigation of the first. */
const goHome = (): void => {
  if (leaving) return;
  leaving = true;
  location.replace('/');
};

let asked = false;

/** A claim granted a moment ago is not in the token yet: it is asked for once before anybody is sent home. */
const sendHome = (viewer: Seen): void => {
  if (viewer.kind !== 'in' || asked) {
    goHome();
    return;
  }
  asked = true;
  refreshClaims()
    .then((fresh) => {
      if (!fresh?.admin) goHome();
    })
    .catch(goHome);
};

/** A screen for admins; everybody else goes to the home page. */
export const AdminsOnly = ({ children }: { readonly children: (viewer: SignedIn) => ReactNode }) => (
  <Guard allows={allows} turnAway={sendHome}>
    {children}
  </Guard>
);
