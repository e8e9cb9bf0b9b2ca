import { heldName } from '../../client/accounts/service-credentials.ts';
import type { SignedIn } from '../../client/accounts/viewer.ts';
import type { Seen } from '../account/use-viewer.ts';
import type { Target } from './profile-record.ts';
import type { Values } from './profile-values.ts';

/** Returns a signed-in user who reaches only their own profile; null for an admin, a service and a visitor. */
export const memberOf = (viewer: Seen): SignedIn | null =>
  viewer.kind === 'in' && !viewer.admin && heldName() === null ? viewer : null;

/** Whether a target is the member's own profile, by the account's id or address. */
export const isOwnTarget = (target: Target, { uid, email }: SignedIn): boolean =>
  'id' in target ? target.id === uid : target.email.toLowerCase() === email?.toLowerCase();

/** A member's new profile. The server takes only a confirmed address. */
export const ownPrefill = ({ uid, email, emailVerified }: SignedIn): Partial<Values> => ({
  userId: uid,
  email: emailVerified ? email : null,
});

/** The address of a member's own profile in the editor. */
export const ownProfileHref = (uid: string): string =>
  `/user-profile-admin?${new URLSearchParams({ id: uid }).toString()}`;
