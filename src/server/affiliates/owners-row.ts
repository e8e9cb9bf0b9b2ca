import { type SQL, sql } from 'drizzle-orm';
import type { IdentityUser } from '../firebase/identity.ts';

/**
 * The condition on `affiliates`, for a row with the account's address, that it is this account's: it applied, or its
 * address is confirmed. An address alone could be anybody's who signed up with it, and so could an earlier account.
 */
export const isOwnersRow = ({
  uid,
  emailVerified,
}: Pick<IdentityUser, 'uid' | 'emailVerified'>): SQL<boolean> =>
  sql<boolean>`(${emailVerified}::boolean or coalesce(affiliates.owner_uid = ${uid}::text, false))`;
