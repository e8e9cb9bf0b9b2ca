import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { boolean, check, index, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { maxLengths } from '../../../../shared/max-lengths.ts';
import type { OptionalMailKind } from '../../../../shared/mail-kinds.ts';
import { applicationStates } from '../../../../shared/schemas/affiliate.ts';
import { id, isAtMost, isBetween, moment, nowByDefault, version } from './columns.ts';

export const applicationState = pgEnum('application_state', applicationStates);

/**
 * Members of the affiliate program. The code never changes (a trigger refuses it). A closed affiliate keeps the ledger, but
 * no name and no address. `date_activated` is null while the affiliate is not active.
 */
export const affiliates = pgTable(
  'affiliates',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email'),
    /** The account that applied, or that first proved the address. */
    ownerUid: text('owner_uid'),
    /** When the owner's account was first seen with this address confirmed. */
    emailConfirmedAt: moment('email_confirmed_at'),
    code: text('code').notNull(),
    referredBy: text('referred_by'),
    /** The applicant's own words: how they will tell people about the product. */
    promotion: text('promotion'),
    /** A trigger approves the application when the affiliate is activated. An affiliate who is deactivated stays approved. */
    applicationState: applicationState('application_state').notNull().default('waiting'),
    /** Why the application was declined. The applicant can read it. */
    declinedReason: text('declined_reason'),
    dateActivated: moment('date_activated'),
    dateCreated: nowByDefault('date_created'),
    updatedAt: nowByDefault('updated_at'),
    /** The address of payouts. Without an address nothing is paid out. */
    payoutEmail: text('payout_email'),
    /** True if the affiliate is paid out below the minimum, too. */
    noMinimum: boolean('no_minimum').notNull().default(false),
    /** The kinds of optional mails that the affiliate does not want. */
    mutedMails: text('muted_mails')
      .array()
      .$type<OptionalMailKind[]>()
      .notNull()
      .default(sql`'{}'`),
    /** When the affiliate left the program. Earned commissions are still paid. Then the record is closed. */
    leftAt: moment('left_at'),
    closedAt: moment('closed_at'),
    version: version(),
    /** The text that a list's search matches. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(name || chr(10) || coalesce(email, '') || chr(10) || code)`,
    ),
  },
  (table) => [
    uniqueIndex('affiliates_email_key').on(sql`lower(${table.email})`),
    uniqueIndex('affiliates_code_key').on(table.code),
    index('affiliates_created_idx').on(table.dateCreated, table.id),
    index('affiliates_name_idx').on(sql`lower(${table.name})`, table.id),
    // Lists sort by these expressions. They are never null, so that a page can begin after any row.
    index('affiliates_email_idx').on(sql`coalesce(lower(${table.email}), '')`, table.id),
    index('affiliates_activated_idx').on(
      sql`coalesce(${table.dateActivated}, timestamptz '-infinity')`,
      table.id,
    ),
    index('affiliates_waiting_idx').on(
      sql`coalesce(${waitingSince(table)}, timestamptz 'infinity')`,
      table.id,
    ),
    // Finds the referrals of an affiliate.
    index('affiliates_referred_by_idx').on(sql`lower(${table.referredBy})`),
    // Finds the records with an address, for the export of personal data.
    index('affiliates_payout_email_idx').on(sql`lower(${table.payoutEmail})`),
    index('affiliates_closed_idx')
      .on(table.dateCreated, table.id)
      .where(sql`${table.closedAt} is not null`),
    check('affiliates_code_shape', sql`${table.code} ~ '^[a-z0-9][a-z0-9_-]{0,31}$'`),
    check('affiliates_name_length', isBetween(table.name, 1, maxLengths.name)),
    check('affiliates_email_length', isBetween(table.email, 3, maxLengths.email)),
    check('affiliates_referred_by_length', isAtMost(table.referredBy, maxLengths.email)),
    check('affiliates_promotion_length', isAtMost(table.promotion, maxLengths.promotion)),
    check(
      'affiliates_declined_reason',
      sql`${table.declinedReason} is null or ${table.applicationState} = 'declined' and ${isAtMost(table.declinedReason, maxLengths.reason)}`,
    ),
    check('affiliates_open_or_anonymous', sql`(${table.closedAt} is null) = (${table.email} is not null)`),
    // Finds the affiliates who left and whose records are not closed yet.
    index('affiliates_left_idx')
      .on(table.leftAt, table.id)
      .where(sql`${table.leftAt} is not null and ${table.closedAt} is null`),
    check('affiliates_left_inactive', sql`${table.leftAt} is null or ${table.dateActivated} is null`),
    check('affiliates_closed_inactive', sql`${table.closedAt} is null or ${table.dateActivated} is null`),
  ],
);

type Columns<Name extends string> = Readonly<Record<Name, SQLWrapper>>;

/** SQL condition: the application waits for an admin's decision. */
export function isWaiting({
  applicationState: state,
  closedAt,
}: Columns<'applicationState' | 'closedAt'>): SQL {
  return sql`${state} = 'waiting' and ${closedAt} is null`;
}

/** SQL for the time when a waiting application was made; null for every other affiliate. */
export function waitingSince(table: Columns<'applicationState' | 'closedAt' | 'dateCreated'>): SQL {
  return sql`case when ${isWaiting(table)} then ${table.dateCreated} end`;
}

/** The periods in which an affiliate was active. A trigger on `affiliates` writes them; crediting a payment reads them. */
export const affiliateActivations = pgTable(
  'affiliate_activations',
  {
    id: id(),
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliates.id, { onDelete: 'cascade' }),
    activeFrom: moment('active_from').notNull(),
    activeUntil: moment('active_until'),
  },
  (table) => [
    index('affiliate_activations_affiliate_idx').on(table.affiliateId, table.activeFrom),
    uniqueIndex('affiliate_activations_open_key')
      .on(table.affiliateId)
      .where(sql`${table.activeUntil} is null`),
    check('affiliate_activations_order', sql`${table.activeUntil} >= ${table.activeFrom}`),
  ],
);

/**
 * The history of an affiliate's payout addresses, append-only. Closing an affiliate sets the addresses to null; deleting an
 * affiliate deletes the rows.
 */
export const payoutEmailChanges = pgTable(
  'payout_email_changes',
  {
    id: id(),
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliates.id, { onDelete: 'cascade' }),
    email: text('email'),
    changedBy: text('changed_by').notNull(),
    changedAt: nowByDefault('changed_at'),
  },
  (table) => [
    index('payout_email_changes_affiliate_idx').on(table.affiliateId, table.changedAt),
    index('payout_email_changes_email_idx').on(sql`lower(${table.email})`),
  ],
);
