import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import * as schema from './schema/schema.ts';

/** A column with personal data, or one that an export leaves out. */
interface RegisteredColumn {
  /** The words that name the data in the privacy policy, the data principles and the answer about deletion. None: it is not personal. */
  readonly words?: string;
  /** The new value when the person is erased. Without `erased` and `kept` the row is deleted. */
  readonly erased?: string | null;
  /** Why the value stays when the person is erased. */
  readonly kept?: string;
  /** Why an export leaves it out. */
  readonly notExported?: string;
}

interface RegisteredTable {
  readonly table: PgTable;
  /** Columns without personal data: our own ids, states, dates and partial sums. */
  readonly other: string;
  readonly columns: Readonly<Record<string, RegisteredColumn>>;
}

function register<Table extends PgTable>(
  table: Table,
  other: string,
  columns: Partial<Record<Extract<keyof Table['$inferSelect'], string>, RegisteredColumn>> = {},
): RegisteredTable {
  return { table, other, columns: columns as RegisteredTable['columns'] };
}

const bookkeeping = 'the books need it';
const byStaff = 'names somebody of the shop';
const inLog = 'in the audit entries';

/**
 * All tables, with the personal data in them. Exports take their columns from here. Updates that erase a row take their values from
 * `erasedValues`, unless a comment names the trigger or the function that does it. A generated column is a copy of others, so it is
 * not listed, and not exported. `sweep-rows.ts` says how long rows are kept.
 */
export const registeredTables: readonly RegisteredTable[] = [
  register(schema.customers, 'id createdAt updatedAt version', {
    name: { words: 'name' },
    email: { words: 'email' },
  }),
  register(
    schema.affiliates,
    'id emailConfirmedAt applicationState dateActivated dateCreated updatedAt noMinimum mutedMails leftAt closedAt version',
    {
      name: { words: 'name', erased: 'Closed account' },
      email: { words: 'email', erased: null },
      ownerUid: { words: 'account ID', erased: null },
      code: { words: 'affiliate code', kept: bookkeeping },
      referredBy: { words: 'who referred', erased: null },
      promotion: { words: 'application', erased: null },
      declinedReason: { words: 'application', erased: null },
      payoutEmail: { words: 'payment information', erased: null },
    },
  ),
  register(schema.affiliateActivations, 'id affiliateId activeFrom activeUntil'),
  register(schema.affiliateCodes, 'affiliateId createdAt deletedAt', {
    code: { words: 'affiliate code', kept: bookkeeping },
    // The trigger `affiliates_forget_labels` does this.
    label: { words: 'label', erased: 'Deleted link' },
  }),
  register(schema.linkClicks, 'day clicks', { code: { words: 'affiliate code', kept: bookkeeping } }),
  register(schema.payoutEmailChanges, 'id affiliateId changedAt', {
    email: { words: 'payment information', erased: null },
    changedBy: { words: 'account ID', kept: 'evidence', notExported: inLog },
  }),
  register(
    schema.commissionEntries,
    'id affiliateId kind baseCents rateBasisPoints termsVersion ageRule occurredAt recordedAt',
    {
      source: { words: 'order', kept: bookkeeping, notExported: 'a buyer’s' },
      amountCents: { words: 'commissions', kept: bookkeeping },
      paymentId: { notExported: 'a buyer’s' },
    },
  ),
  register(schema.commissionHolds, 'id reason placedAt releasedAt', {
    releasedBy: { words: 'account ID', kept: byStaff, notExported: byStaff },
    paymentId: { notExported: 'a buyer’s' },
  }),
  register(
    schema.statements,
    'id affiliateId month openingCents entriesCents returnedCents closingCents thresholdCents noMinimum termsVersion carriedReason closedAt',
    { paidCents: { words: 'commissions', kept: bookkeeping } },
  ),
  register(schema.statementEntries, 'statementId entryId affiliateId'),
  register(schema.statementReturns, 'payoutId statementId affiliateId'),
  register(schema.closedMonths, 'month closedAt'),
  register(
    schema.payouts,
    'id statementId state approvedAt exportedAt result resultAt paidAt rejectedAt createdAt',
    {
      amountCents: { words: 'commissions', kept: bookkeeping },
      // The trigger `affiliates_forget_payout_addresses` erases the address and the reason.
      payoutEmail: { words: 'payment information', erased: null },
      rejectedReason: { words: 'payment information', erased: null },
      transactionId: { words: 'payment information', kept: bookkeeping },
      approvedBy: { words: 'account ID', kept: byStaff, notExported: byStaff },
      exportedBy: { words: 'account ID', kept: byStaff, notExported: byStaff },
    },
  ),
  register(schema.saleClaims, 'id affiliateId day state createdAt settledAt', {
    orderNumber: { words: 'order' },
  }),
  register(
    schema.purchases,
    'id type planId state amountCents currency stateAt stateFetchedAt nextBillingAt nextBillingCents termsVersion reattributedAt createdAt updatedAt version',
    {
      providerId: { words: 'order', kept: bookkeeping },
      payerId: { words: 'PayPal account number', kept: bookkeeping },
      payerEmail: { words: 'email', erased: null },
      payerEmailKey: { words: 'email', erased: null },
      receiptEmail: { words: 'email', erased: null },
      affiliateCode: { words: 'affiliate code', kept: bookkeeping },
      affiliateId: { notExported: 'the affiliate’s' },
    },
  ),
  register(
    schema.payments,
    'id purchaseId sequence state amountCents taxCents refundedCents paidAt customerFirstPaidAt isRenewal recordedAt',
    { providerId: { words: 'order', kept: bookkeeping } },
  ),
  // forgetPayers deletes these.
  register(schema.receiptVersions, 'id paymentId version createdAt', {
    company: { words: 'company' },
    address: { words: 'company' },
    vatNumber: { words: 'VAT number' },
  }),
  register(schema.notices, 'id purchaseId dueAt notifiedFor leasedUntil attempts lastError'),
  register(schema.licenses, 'id paymentId coversUntil revokedAt createdAt', {
    text: { words: 'order', kept: bookkeeping },
  }),
  register(
    schema.invitations,
    'id planId priceCents providerPlanId endsAt withdrawnAt purchaseId createdAt',
    {
      tokenHash: { notExported: 'it opens the link' },
      reason: { words: 'order', erased: 'redacted' },
      orderIds: { words: 'order', kept: bookkeeping, notExported: 'begun at PayPal, and mostly never paid' },
    },
  ),
  register(schema.refunds, 'id paymentId kind amountCents refundedAt recordedAt', {
    providerId: { words: 'order', kept: bookkeeping },
  }),
  register(schema.disputes, 'id paymentId state lostCents openedAt stateAt recordedAt', {
    providerId: { words: 'order', kept: bookkeeping, notExported: 'PayPal’s events have the dispute' },
  }),
  register(
    schema.paypalActions,
    'id kind purchaseId paymentId amountCents state dueAt leasedUntil attempts lastError createdAt finishedAt',
    {
      reason: { words: 'log of changes', erased: 'redacted', notExported: inLog },
      requestedBy: { words: 'account ID', kept: byStaff, notExported: inLog },
      providerId: { words: 'order', kept: bookkeeping, notExported: inLog },
    },
  ),
  register(
    schema.webhookEvents,
    'id type state attempts lastError nextAttemptAt leasedUntil occurredAt receivedAt processedAt',
    // A body is stored without names and addresses: see `strip_personal_data`.
    {
      resourceId: { words: 'order', kept: bookkeeping },
      body: { words: 'order', kept: bookkeeping },
    },
  ),
  register(schema.withdrawals, 'id kind isFromBuyer receivedAt handledAt', {
    name: { words: 'name', erased: null },
    email: { words: 'email', erased: null },
    // forgetPerson keeps the number of a purchase, which names nobody.
    orderNumber: { words: 'withdrawal', erased: 'redacted' },
    handledNote: { words: 'withdrawal', erased: 'redacted' },
    handledBy: { words: 'account ID', kept: byStaff, notExported: byStaff },
    settledBy: { words: 'account ID', kept: byStaff, notExported: byStaff },
  }),
  register(schema.userProfiles, 'id createdAt updatedAt version', {
    userId: { words: 'account ID' },
    name: { words: 'name' },
    email: { words: 'email' },
    phone: { words: 'phone number' },
    pictureUrl: { words: 'link to a picture' },
    facebookId: { words: 'social accounts' },
    linkedinId: { words: 'social accounts' },
  }),
  register(
    schema.newsletterSubscriptions,
    'id state askedAt confirmedAt leftAt leftReason source textVersion createdAt',
    { name: { words: 'name' }, email: { words: 'email' } },
  ),
  register(schema.suppressedAddresses, 'reason suppressedAt', {
    addressHash: {
      words: 'email',
      kept: 'a hash, so that nobody asks for letters to the address',
      notExported: 'the newsletter record says why it ended',
    },
  }),
  register(schema.letters, 'id slug audience subject preview html text recipients queuedAt pausedAt', {
    sentBy: { words: 'account ID', kept: byStaff, notExported: byStaff },
  }),
  register(schema.mails, 'id kind letterId state dueAt leasedUntil attempts createdAt finishedAt', {
    address: { words: 'emails', erased: null },
    data: { words: 'emails', erased: null, notExported: 'may name other people' },
    lastError: { words: 'emails', erased: null, notExported: 'a message of the mail server to us' },
    subjectId: {
      words: 'account ID',
      kept: 'evidence',
      notExported: 'can be a record of somebody else',
    },
  }),
  // redactEntries and removeActorEmails erase these.
  register(schema.auditLog, 'id at action entity requestId', {
    actorId: { words: 'account ID', kept: 'evidence' },
    entityId: { words: 'account ID', kept: 'evidence' },
    actorEmail: { words: 'log of changes', erased: null },
    before: { words: 'log of changes', erased: null },
    after: { words: 'log of changes', erased: null },
    reason: { words: 'log of changes', erased: 'redacted' },
  }),
  register(schema.portalSessions, 'id createdAt openedAt tokenHash signedInAt endsAt', {
    email: { words: 'email', notExported: 'lasts an hour' },
    uid: { words: 'account ID', notExported: 'lasts an hour' },
  }),
  register(schema.signIns, '', {
    uid: { words: 'account ID' },
    authTime: { words: 'sign-ins' },
    browser: { words: 'sign-ins' },
  }),
  register(schema.addressChanges, 'id affiliateId isOldEmailConfirmed requestedAt completedAt endedAt', {
    uid: { words: 'account ID' },
    oldEmail: { words: 'email' },
    newEmail: { words: 'email' },
    paymentEmail: { words: 'payment information' },
  }),
  register(schema.leases, 'holder queuedAt expiresAt', {
    name: { words: 'order', notExported: 'lasts seconds' },
  }),
  register(schema.dailyCounts, 'day event subject count'),
  register(schema.ownerLinks, 'id name code createdAt'),
  register(schema.ownerLinkCounts, 'linkId day event count'),
  register(schema.reconciliations, 'id firstDay lastDay compared differences madeAt'),
  register(schema.policyViolations, 'day directive host count'),
  register(schema.rateLimits, 'windowStart hits', {
    key: { words: 'IP address', notExported: 'a hash or a network, for two days at most' },
  }),
];

function registrationOf(table: PgTable): RegisteredTable {
  const found = registeredTables.find((registered) => registered.table === table);
  if (!found) throw new Error(`The table ${getTableName(table)} is not registered.`);
  return found;
}

/** The SET of an UPDATE that erases a person from rows that stay. Null stays null. */
export function erasedValues<Table extends PgTable>(table: Table): PgUpdateSetSource<Table> {
  const { columns } = registrationOf(table);
  const values = Object.entries<PgColumn>(getTableColumns(table)).map(([key, column]) => {
    const erased = columns[key]?.erased;
    return [
      key,
      typeof erased === 'string' ? sql`case when ${column} is not null then ${erased} end` : erased,
    ];
  });
  return Object.fromEntries(values) as PgUpdateSetSource<Table>;
}

/** The columns that an export has, by their names in the database. */
export function exportedColumns(table: PgTable): Readonly<Record<string, PgColumn>> {
  const { columns } = registrationOf(table);
  const exported = Object.entries<PgColumn>(getTableColumns(table)).filter(
    ([key, { generated }]) => !generated && columns[key]?.notExported === undefined,
  );
  return Object.fromEntries(exported.map(([, column]) => [column.name, column]));
}
