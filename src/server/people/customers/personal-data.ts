import * as z from 'zod/mini';
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { lenientEmailPattern, normalizeAddress } from '../../../shared/email.ts';
import { plainText } from '../../../shared/schemas/text.ts';
import type { Context } from '../../frame/context/context.ts';
import { addressChanges, signIns } from '../../frame/db/schema/accounts.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import { invitations } from '../../frame/db/schema/invitations.ts';
import { licenses } from '../../frame/db/schema/licenses.ts';
import { mails } from '../../frame/db/schema/mails.ts';
import { newsletterSubscriptions as subscriptions } from '../../frame/db/schema/newsletter.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { payments, purchases, refunds } from '../../frame/db/schema/purchases.ts';
import { receiptVersions } from '../../frame/db/schema/receipts.ts';
import { userProfiles } from '../../frame/db/schema/user-profiles.ts';
import { webhookEvents } from '../../frame/db/schema/webhook-events.ts';
import { only } from '../../frame/db/sql.ts';
import { eventsAbout } from '../../money/purchases/event-summary.ts';
import { hasEmail } from '../buyers/own-address.ts';
import { affiliateBelongings, selectMentions } from './affiliate-data.ts';
import { exportedRows, nullUnless } from './exported-rows.ts';
import { selectEntries } from './own-entries.ts';
import { ownRecords } from './own-records.ts';

/** Names a person by email, in any letter case. The host becomes ASCII, as records store it (`xn--…`). */
export const person = z.object({
  email: z.pipe(
    z.string('email-invalid'),
    z.pipe(
      z.pipe(plainText, z.email({ pattern: lenientEmailPattern, error: 'email-invalid' })),
      z.transform(normalizeAddress),
    ),
  ),
});

/** All stored data about an email, by table. Dates are ISO 8601 with an offset. */
export type PersonalData = Awaited<ReturnType<typeof loadPersonalData>>;

/**
 * Loads all data about an email in one round trip. Customers, purchases, subscriptions, withdrawals and mails are found by
 * the normalized email. With the id of the account that confirmed the email, it also loads the account's profile, sign-ins and actions.
 */
export async function loadPersonalData({ db, now }: Context, email: string, uid: string | null = null) {
  const own = ownRecords(email, uid);
  const [records, mentions, entries] = await db.atomically((tx) => {
    const ownPurchases = tx.select({ id: purchases.id }).from(purchases).where(own.isOwnPurchase);
    const owners = tx.select({ uid: affiliates.ownerUid }).from(affiliates).where(own.isOwnAffiliate);
    const users = tx.select({ uid: userProfiles.userId }).from(userProfiles).where(own.isOwnProfile);
    const { payerId, payerEmail, payerEmailKey } = purchases;
    const changes = addressChanges;
    const { affiliateId, oldEmail, newEmail, paymentEmail } = changes;
    const isOwnChange = or(hasEmail(oldEmail, email), eq(changes.uid, own.account));
    const isProved = or(isNotNull(changes.completedAt), isOwnChange);
    return [
      tx
        .select({
          customers: exportedRows(customers, own.isOwnCustomer),
          // With ledger, statements and payouts, without the buyers.
          affiliates: exportedRows(affiliates, own.isOwnAffiliate, affiliateBelongings),
          // Without the affiliate. Without the payer, if only the receipt went to the email.
          purchases: exportedRows(purchases, own.isOwnPurchase, {
            ...nullUnless(own.isPaidFrom, [payerId, payerEmail, payerEmailKey]),
            invitations: exportedRows(
              invitations,
              and(eq(invitations.purchaseId, purchases.id), own.isPaidFrom),
            ),
            payments: exportedRows(payments, eq(payments.purchaseId, purchases.id), {
              refunds: exportedRows(refunds, eq(refunds.paymentId, payments.id)),
              receipt_versions: exportedRows(
                receiptVersions,
                and(eq(receiptVersions.paymentId, payments.id), own.isPaidFrom),
              ),
              licenses: exportedRows(licenses, eq(licenses.paymentId, payments.id)),
            }),
          }),
          payment_events: exportedRows(webhookEvents, eventsAbout(ownPurchases.getSQL())),
          user_profiles: exportedRows(userProfiles, own.isOwnProfile),
          newsletter_subscriptions: exportedRows(subscriptions, hasEmail(subscriptions.email, email)),
          // Withdrawals from orders of the address.
          withdrawals: exportedRows(withdrawals, own.isOwnWithdrawal),
          // Without the account and its address, if it only asked for this email and never proved it: somebody else may have entered it.
          address_changes: exportedRows(
            changes,
            or(isOwnChange, hasEmail(newEmail, email)),
            nullUnless(isProved, [changes.uid, oldEmail, affiliateId, paymentEmail]),
          ),
          // If an affiliate or a profile names the account.
          sign_ins: exportedRows(
            signIns,
            or(inArray(signIns.uid, owners), inArray(signIns.uid, users), eq(signIns.uid, own.account)),
          ),
          mails: exportedRows(mails, hasEmail(mails.address, email)),
        })
        .from(sql`(select) as once`),
      selectMentions(tx, own),
      selectEntries(tx, own),
    ];
  });
  return { email, as_of: now.toISOString(), ...only(records), mentions, audit_entries: entries };
}
