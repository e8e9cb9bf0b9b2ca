import { eq, sql } from 'drizzle-orm';
import { normalizeEmail } from '../../../shared/email.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { userProfiles } from '../../frame/db/schema/user-profiles.ts';
import { hasEmail } from '../buyers/own-address.ts';
import { hasOwnOrder } from '../buyers/withdrawal-order.ts';

/** The records of a person, as SQL conditions on their tables. `address` is in lowercase, `account` can be null. */
export type OwnRecords = ReturnType<typeof ownRecords>;

/** Returns the conditions for an email, and for the account that confirmed it. */
export function ownRecords(email: string, uid: string | null) {
  const address = sql`lower(${email}::text)`;
  const account = sql`${uid}::text`;
  const isPaidFrom = eq(purchases.payerEmailKey, normalizeEmail(email));
  return {
    address,
    account,
    isOwnCustomer: hasEmail(customers.email, email),
    isOwnAffiliate: sql`(lower(${affiliates.email}) = ${address} or ${eq(affiliates.ownerUid, account)})`,
    isOwnProfile: sql`(lower(${userProfiles.email}) = ${address} or ${eq(userProfiles.userId, account)})`,
    isPaidFrom,
    isOwnPurchase: sql`(${isPaidFrom} or ${hasEmail(purchases.receiptEmail, email)})`,
    isOwnWithdrawal: sql`(${hasEmail(withdrawals.email, email)} and ${hasOwnOrder(email)})`,
  };
}
