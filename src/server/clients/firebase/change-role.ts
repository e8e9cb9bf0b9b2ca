import type { Auth } from 'firebase-admin/auth';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import type { Role } from '../../../shared/roles.ts';
import { withTimeout } from '../../frame/outbound/timing.ts';
import { createFirebaseAuth, type FirebaseSettings, isMissingAccount } from './firebase-auth.ts';

/** The result of a change. `unconfirmed`: the role is not granted, because the email of the account is not confirmed. */
export type RoleChange = 'changed' | 'no-account' | 'unconfirmed';

interface NewRole {
  /** Null removes the role. */
  readonly role: Role | null;
  /** True to grant a role to an account with an unconfirmed email, which can be anybody's. */
  readonly allowUnconfirmedEmail: boolean;
}

/**
 * Gives the account with this email a role instead of its earlier one, or removes its role and ends all its sessions. Claims that
 * are no role stay. Throws `service-unavailable`.
 */
export async function changeRole(
  settings: FirebaseSettings,
  email: string,
  newRole: NewRole,
): Promise<RoleChange> {
  const change = await withAccount(settings, email, (auth, account) => replaceRole(auth, account, newRole));
  return change ?? 'no-account';
}

type FirebaseAccount = Awaited<ReturnType<Auth['getUserByEmail']>>;

async function replaceRole(
  auth: Auth,
  { uid, customClaims, emailVerified }: FirebaseAccount,
  { role, allowUnconfirmedEmail }: NewRole,
): Promise<RoleChange> {
  if (role !== null && !emailVerified && !allowUnconfirmedEmail) return 'unconfirmed';
  const { admin: _admin, role: _role, ...otherClaims } = customClaims ?? {};
  await auth.setCustomUserClaims(uid, { ...otherClaims, ...roleClaims(role) });
  if (role === null) await auth.revokeRefreshTokens(uid);
  return 'changed';
}

/** Returns the claims that `roleOf` reads. */
function roleClaims(role: Role | null): object {
  if (role === null) return {};
  return role === 'admin' ? { admin: true } : { role };
}

/**
 * Removes the second factors of the account with this email, and ends all its sessions. Returns the uid, or null without such an
 * account. Throws `service-unavailable`.
 */
export function resetSecondFactor(settings: FirebaseSettings, email: string): Promise<string | null> {
  return withAccount(settings, email, async (auth, { uid }) => {
    await auth.updateUser(uid, { multiFactor: { enrolledFactors: null } });
    await auth.revokeRefreshTokens(uid);
    return uid;
  });
}

/** Runs work on the account with this email. Returns null without such an account. Throws `service-unavailable`. */
async function withAccount<T>(
  settings: FirebaseSettings,
  email: string,
  work: (auth: Auth, account: FirebaseAccount) => Promise<T>,
): Promise<T | null> {
  try {
    const auth = await createFirebaseAuth(settings)();
    return await withTimeout('identity', limits.timeoutMs.identity, async () =>
      work(auth, await auth.getUserByEmail(email)),
    );
  } catch (error) {
    if (isMissingAccount(error)) return null;
    throw problem('service-unavailable', { cause: error });
  }
}
