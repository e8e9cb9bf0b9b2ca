import { and, eq, gte, isNull } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { licenses } from '../../frame/db/schema/licenses.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';

export const licenseFile = 'kithbook-license.txt';

/** The confirmation of a payment offers the license for this time, in milliseconds. Then it takes a proof of the address. */
const confirmationMs = 60 * 60_000;

/**
 * Returns the license of an order that was paid within the last hour. Throws `license-not-ready`, also for an unknown order, so that
 * nobody learns which orders exist.
 */
export async function findNewLicense({ db, now }: Context, orderId: string): Promise<string> {
  const [license] = await db
    .select({ text: licenses.text })
    .from(licenses)
    .innerJoin(payments, eq(payments.id, licenses.paymentId))
    .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
    .where(
      and(
        isNull(licenses.revokedAt),
        eq(purchases.providerId, orderId),
        gte(payments.paidAt, new Date(now.getTime() - confirmationMs)),
      ),
    );
  if (!license) throw problem('license-not-ready');
  return license.text;
}
