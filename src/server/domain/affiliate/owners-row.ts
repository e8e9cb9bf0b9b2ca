import { type SQL, sql } from 'drizzle-orm';
import type { IdentityUser } from '../../vendors/identity/identity.ts';

/**
 * The condition on `affiliates`, for a row with the account's address, that it is this account's: it applied, or nobody
 * did and its address is confirmed. An address alone could be anybody's who signed up with it.
 */
export const isOwnersRow = ({
  uid,
  emailVerified,
}: Pick<IdentityUser, 'uid' | 'emailVerified'>): SQL<boolean> =>
  sql<boolean>`coalesce(affiliates.owner_uid = ${uid}::text, ${emailVerified}::boolean)`;
