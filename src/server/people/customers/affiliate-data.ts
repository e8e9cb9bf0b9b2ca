import { eq, sql } from 'drizzle-orm';
import { type PgColumn, union } from 'drizzle-orm/pg-core';
import { affiliateColumns } from '../../money/affiliates/affiliate.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliateActivations, affiliates, payoutEmailChanges } from '../../frame/db/schema/affiliates.ts';
import { affiliateCodes, linkClicks } from '../../frame/db/schema/counts.ts';
import { commissionEntries, commissionHolds } from '../../frame/db/schema/ledger.ts';
import { saleClaims } from '../../frame/db/schema/sale-claims.ts';
import { payouts, statementEntries, statements } from '../../frame/db/schema/statements.ts';
import { exportedRows } from './exported-rows.ts';
import type { OwnRecords } from './own-records.ts';

const isOfAffiliate = (affiliateId: PgColumn) => eq(affiliateId, affiliates.id);
const ownCodes = sql`(select ${affiliateCodes.code} from ${affiliateCodes} where ${isOfAffiliate(affiliateCodes.affiliateId)})`;
const entryIds = sql`array(
  select ${statementEntries.entryId} from ${statementEntries} where ${eq(statementEntries.statementId, statements.id)})`;

/** The data of an affiliate in an export, without the buyers and the admins. */
export const affiliateBelongings = {
  sales: affiliateColumns.sales,
  earnings_cents: affiliateColumns.earnings_cents,
  activations: exportedRows(affiliateActivations, isOfAffiliate(affiliateActivations.affiliateId)),
  codes: exportedRows(affiliateCodes, isOfAffiliate(affiliateCodes.affiliateId)),
  clicks: exportedRows(linkClicks, sql`${linkClicks.code} in ${ownCodes}`),
  payout_email_changes: exportedRows(payoutEmailChanges, isOfAffiliate(payoutEmailChanges.affiliateId)),
  sale_claims: exportedRows(saleClaims, isOfAffiliate(saleClaims.affiliateId)),
  commission_entries: exportedRows(commissionEntries, isOfAffiliate(commissionEntries.affiliateId), {
    holds: exportedRows(commissionHolds, eq(commissionHolds.paymentId, commissionEntries.paymentId)),
  }),
  statements: exportedRows(statements, isOfAffiliate(statements.affiliateId), {
    entry_ids: entryIds,
    payouts: exportedRows(payouts, eq(payouts.statementId, statements.id)),
  }),
};

/** Query for the ids of other affiliates' records with the address. The rest of those records is about somebody else. */
export function selectMentions(tx: Statements, { address, isOwnAffiliate }: OwnRecords) {
  const mention = (entity: 'affiliate' | 'payout', id: PgColumn, field: string) => ({
    entity: sql<string>`${entity}::text`,
    id: sql<string>`${id}`,
    field: sql<string>`${field}::text`,
  });
  const isMentioned = (column: PgColumn) =>
    sql`lower(${column}) = ${address} and ${isOwnAffiliate} is not true`;
  const { id, referredBy, payoutEmail } = affiliates;
  return union(
    tx
      .select(mention('affiliate', id, 'referred_by'))
      .from(affiliates)
      .where(isMentioned(referredBy)),
    tx
      .select(mention('affiliate', id, 'payout_email'))
      .from(affiliates)
      .where(isMentioned(payoutEmail)),
    tx
      .select(mention('affiliate', id, 'former_payout_email'))
      .from(payoutEmailChanges)
      .innerJoin(affiliates, isOfAffiliate(payoutEmailChanges.affiliateId))
      .where(isMentioned(payoutEmailChanges.email)),
    tx
      .select(mention('payout', payouts.id, 'payout_email'))
      .from(payouts)
      .innerJoin(statements, eq(statements.id, payouts.statementId))
      .innerJoin(affiliates, isOfAffiliate(statements.affiliateId))
      .where(isMentioned(payouts.payoutEmail)),
  );
}
