import * as z from 'zod/mini';
import { eq, isNotNull, or, sql } from 'drizzle-orm';
import { lenientEmailPattern, normaliseAddress } from '../../../shared/email.ts';
import { plainText } from '../../../shared/schemas/text.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { addressChanges, signIns } from '../../frame/db/schema/accounts.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import { mails } from '../../frame/db/schema/mails.ts';
import { newsletterSubscriptions as subscriptions } from '../../frame/db/schema/newsletter.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { payments, purchases, refunds } from '../../frame/db/schema/purchases.ts';
import { userProfiles } from '../../frame/db/schema/user-profiles.ts';
import { webhookEvents } from '../../frame/db/schema/webhook-events.ts';
import { iso } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { eventsAbout } from '../../money/purchases/event-summary.ts';
import { hasEmail } from '../buyers/own-address.ts';
import { selectAffiliates, selectMentions } from './affiliate-data.ts';
import { type Customer, customerColumns } from './customer.ts';
import { selectEntries } from './own-entries.ts';
import { ownRecords, type OwnRecords } from './own-records.ts';
import { rowWithout, rowsOf, type Rows } from './whole-row.ts';

/** Names a person by email, in any letter case. The host becomes ASCII, as records store it (`xn--…`). */
export const person = z.object({
  email: z.pipe(
    z.string('email-invalid'),
    z.pipe(
      z.pipe(plainText, z.email({ pattern: lenientEmailPattern, error: 'email-invalid' })),
      z.transform(normaliseAddress),
    ),
  ),
});

/** All stored data about an email, by table. Dates are ISO 8601 with an offset. */
export type PersonalData = {
  readonly email: string;
  readonly as_of: string;
  readonly customers: readonly Customer[];
  /** With ledger, statements and payouts, without the buyers. */
  readonly affiliates: Rows;
  /** Ids of records of other affiliates with the address, and its field. */
  readonly mentions: Rows;
  /** With payments and refunds, without the affiliate. */
  readonly purchases: Rows;
  readonly payment_events: Rows;
  readonly user_profiles: Rows;
  readonly newsletter_subscriptions: Rows;
  /** Withdrawals from contracts whose order belongs to the address, without the admin. */
  readonly withdrawals: Rows;
  /** Changes of the address of the sign-in account. */
  readonly address_changes: Rows;
  /** Times and browsers of sign-ins, if an affiliate or a profile names the account. */
  readonly sign_ins: Rows;
  /** Kind, state and dates of the mails to the address. */
  readonly mails: Rows;
  /** Actions of the person, and changes to their records or with their address. */
  readonly audit_entries: Rows;
};

/**
 * Loads all data about an email in one round trip. Customers, purchases, subscriptions, withdrawals and mails are found by
 * the normalised email. With the id of the account that confirmed the email, it also loads the account's profile, sign-ins and actions.
 */
export async function loadPersonalData(
  { db, now }: Context,
  email: string,
  uid: string | null = null,
): Promise<PersonalData> {
  const own = ownRecords(email, uid);
  const results = await db.atomically((tx) => {
    const ownPurchases = tx.select({ id: purchases.id }).from(purchases).where(own.purchase);
    const owners = tx.select({ uid: affiliates.ownerUid }).from(affiliates).where(own.affiliate);
    const users = tx.select({ uid: userProfiles.userId }).from(userProfiles).where(own.profile);
    return [
      tx.select(customerColumns).from(customers).where(own.customer),
      selectAffiliates(tx, own.affiliate),
      selectMentions(tx, own.address, own.affiliate),
      selectPurchases(tx, own),
      tx
        .select({ row: rowWithout(webhookEvents) })
        .from(webhookEvents)
        .where(eventsAbout(ownPurchases.getSQL())),
      tx
        .select({ row: rowWithout(userProfiles, userProfiles.searchText) })
        .from(userProfiles)
        .where(own.profile),
      tx
        .select({ row: rowWithout(subscriptions, subscriptions.searchText) })
        .from(subscriptions)
        .where(hasEmail(subscriptions.email, email)),
      tx
        .select({ row: rowWithout(withdrawals, withdrawals.handledBy) })
        .from(withdrawals)
        .where(own.withdrawal),
      selectAddressChanges(tx, email, own),
      tx
        .select({ row: rowWithout(signIns) })
        .from(signIns)
        .where(
          sql`${signIns.uid} in (${owners.getSQL()} union ${users.getSQL()}) or ${eq(signIns.uid, own.account)}`,
        ),
      tx.select(mailColumns).from(mails).where(hasEmail(mails.address, email)),
      selectEntries(tx, own),
    ];
  });
  const [ownCustomers, ownAffiliates, mentions, ownPurchases, events, profiles, ...rest] = results;
  const [subscribed, withdrawn, changes, signedIn, ownMails, entries] = rest;
  return {
    email,
    as_of: now.toISOString(),
    customers: ownCustomers,
    affiliates: ownAffiliates,
    mentions,
    purchases: ownPurchases,
    payment_events: rowsOf(events),
    user_profiles: rowsOf(profiles),
    newsletter_subscriptions: rowsOf(subscribed),
    withdrawals: rowsOf(withdrawn),
    address_changes: changes,
    sign_ins: rowsOf(signedIn),
    mails: ownMails,
    audit_entries: entries,
  };
}

/** The purchases with their payments and refunds. The payer is left out if only the receipt went to the email. */
function selectPurchases(tx: Statements, { purchase: isOwn, isPaidFrom }: OwnRecords) {
  const { affiliateId, searchText, payerId, payerEmail, payerEmailKey } = purchases;
  const whole = rowWithout(purchases, affiliateId, searchText);
  const withoutPayer = rowWithout(purchases, affiliateId, searchText, payerId, payerEmail, payerEmailKey);
  const statements = [
    tx
      .select({
        id: purchases.id,
        row: sql<Rows[number]>`case when ${isPaidFrom} then ${whole} else ${withoutPayer} end`,
      })
      .from(purchases)
      .where(isOwn),
    tx
      .select({ id: payments.id, of: payments.purchaseId, row: rowWithout(payments) })
      .from(payments)
      .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
      .where(isOwn),
    tx
      .select({ of: refunds.paymentId, row: rowWithout(refunds) })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
      .where(isOwn),
  ] as const;
  return new StatementGroup(statements, ([found, paid, refunded]): Rows => {
    const withRefunds = paid.map(({ id, of, row }) => ({
      of,
      row: { ...row, refunds: rowsOf(refunded, id) },
    }));
    return found.map(({ id, row }) => ({ ...row, payments: rowsOf(withRefunds, id) }));
  });
}

/**
 * The changes of the account's address. The account and its address are left out if it only asked for this email and never proved it,
 * because somebody else may have entered the email.
 */
function selectAddressChanges(tx: Statements, email: string, { account }: OwnRecords) {
  const changes = addressChanges;
  const isAccount = eq(changes.uid, account);
  const isProved = or(isNotNull(changes.completedAt), isAccount, hasEmail(changes.oldEmail, email));
  const { oldEmail, affiliateId, paymentEmail } = changes;
  const others = rowWithout(changes, changes.uid, oldEmail, affiliateId, paymentEmail);
  const select = tx
    .select({ row: sql<Rows[number]>`case when ${isProved} then ${rowWithout(changes)} else ${others} end` })
    .from(changes)
    .where(or(hasEmail(oldEmail, email), hasEmail(changes.newEmail, email), isAccount));
  return new StatementGroup([select], ([found]) => rowsOf(found));
}

/** A mail without its contents, which may name other people. */
const mailColumns = {
  address: mails.address,
  kind: mails.kind,
  state: mails.state,
  created_at: iso(mails.createdAt),
  finished_at: iso(mails.finishedAt),
};
