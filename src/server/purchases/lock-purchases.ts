import { type SQL, sql } from 'drizzle-orm';
import { lockKeys } from '../db/sql/lock-keys.ts';
import { textArray } from '../db/sql/text-array.ts';

interface Buyers {
  readonly providerIds?: readonly string[];
  readonly payerIds?: readonly string[];
  readonly emailKeys?: readonly string[];
}

/**
 * Statements that wait until no other transaction writes a purchase of these provider's ids, payers or addresses, and keep it
 * so to the transaction's end. Keys first, for purchases that are not written yet; then the rows, in the order of their ids.
 */
export const lockPurchases = ({
  providerIds = [],
  payerIds = [],
  emailKeys = [],
}: Buyers): readonly SQL[] => [
  lockKeys([
    ...providerIds.map((id) => `purchase ${id}`),
    ...payerIds.map((id) => `payer ${id}`),
    ...emailKeys.map((key) => `email ${key}`),
  ]),
  sql`select id from purchases
    where provider_id = any (${textArray(providerIds)}) or payer_id = any (${textArray(payerIds)})
      or payer_email_key = any (${textArray(emailKeys)})
    order by id for update`,
];
