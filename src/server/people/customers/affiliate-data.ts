import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { affiliateColumns } from '../../money/affiliates/affiliate.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliateActivations, affiliates, payoutEmailChanges } from '../../frame/db/schema/affiliates.ts';
import { affiliateCodes, linkClicks } from '../../frame/db/schema/counts.ts';
import { commissionEntries, commissionHolds } from '../../frame/db/schema/ledger.ts';
import { payouts, statementEntries, statements } from '../../frame/db/schema/statements.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { rowOf, rowsOf, type Rows, rowWithout } from './whole-row.ts';

/** Statements that select affiliates with everything that belongs to them, without their buyers and without the admins. */
export function selectAffiliates(tx: Statements, isOwn: SQL) {
  const ids = tx.select({ id: affiliates.id }).from(affiliates).where(isOwn);
  const belongings = [
    tx
      .select({
        ...affiliateColumns,
        owner_uid: affiliates.ownerUid,
        payout_email: affiliates.payoutEmail,
        no_minimum: affiliates.noMinimum,
      })
      .from(affiliates)
      .where(isOwn),
    tx
      .select({
        of: affiliateActivations.affiliateId,
        row: rowWithout(affiliateActivations, affiliateActivations.affiliateId),
      })
      .from(affiliateActivations)
      .where(inArray(affiliateActivations.affiliateId, ids)),
    tx
      .select({ of: affiliateCodes.affiliateId, row: rowWithout(affiliateCodes, affiliateCodes.affiliateId) })
      .from(affiliateCodes)
      .where(inArray(affiliateCodes.affiliateId, ids)),
    tx
      .select({ of: affiliateCodes.affiliateId, row: rowWithout(linkClicks) })
      .from(linkClicks)
      .innerJoin(affiliateCodes, eq(affiliateCodes.code, linkClicks.code))
      .where(inArray(affiliateCodes.affiliateId, ids)),
    tx
      .select({
        of: payoutEmailChanges.affiliateId,
        row: rowWithout(payoutEmailChanges, payoutEmailChanges.affiliateId, payoutEmailChanges.changedBy),
      })
      .from(payoutEmailChanges)
      .where(inArray(payoutEmailChanges.affiliateId, ids)),
    selectCommissions(tx, isOwn),
    selectStatements(tx, isOwn),
  ] as const;
  return new StatementGroup(belongings, (results): Rows => {
    const [found, activations, codes, clicks, emails, commissions, ownStatements] = results;
    return found.map((affiliate) => ({
      ...affiliate,
      activations: rowsOf(activations, affiliate.id),
      codes: rowsOf(codes, affiliate.id),
      clicks: rowsOf(clicks, affiliate.id),
      payout_email_changes: rowsOf(emails, affiliate.id),
      commission_entries: rowsOf(commissions, affiliate.id),
      statements: rowsOf(ownStatements, affiliate.id),
    }));
  });
}

/** The commission entries with their holds, without the payments, which belong to the buyers. */
function selectCommissions(tx: Statements, isOwn: SQL) {
  const { id, kind, amountCents, baseCents, rateBasisPoints, termsVersion, occurredAt, recordedAt } =
    commissionEntries;
  const { reason, placedAt, releasedAt } = commissionHolds;
  const selects = [
    tx
      .select({
        of: commissionEntries.affiliateId,
        paymentId: commissionEntries.paymentId,
        row: rowOf([id, kind, amountCents, baseCents, rateBasisPoints, termsVersion, occurredAt, recordedAt]),
      })
      .from(commissionEntries)
      .innerJoin(affiliates, eq(affiliates.id, commissionEntries.affiliateId))
      .where(isOwn),
    tx
      .selectDistinct({
        id: commissionHolds.id,
        of: commissionHolds.paymentId,
        row: rowOf([reason, placedAt, releasedAt]),
      })
      .from(commissionHolds)
      .innerJoin(commissionEntries, eq(commissionEntries.paymentId, commissionHolds.paymentId))
      .innerJoin(affiliates, eq(affiliates.id, commissionEntries.affiliateId))
      .where(isOwn),
  ] as const;
  return new StatementGroup(selects, ([entries, holds]) => {
    const holdsOf = Map.groupBy(holds, ({ of }) => of);
    return entries.map(({ of, paymentId, row }) => ({
      of,
      row: { ...row, holds: rowsOf(holdsOf.get(paymentId) ?? []) },
    }));
  });
}

/** The statements with the ids of their entries, and with their payouts. */
function selectStatements(tx: Statements, isOwn: SQL) {
  const selects = [
    tx
      .select({
        id: statements.id,
        of: statements.affiliateId,
        row: rowWithout(statements, statements.affiliateId),
      })
      .from(statements)
      .innerJoin(affiliates, eq(affiliates.id, statements.affiliateId))
      .where(isOwn),
    tx
      .select({ of: statementEntries.statementId, entryId: statementEntries.entryId })
      .from(statementEntries)
      .innerJoin(affiliates, eq(affiliates.id, statementEntries.affiliateId))
      .where(isOwn),
    tx
      .select({
        of: payouts.statementId,
        row: rowWithout(payouts, payouts.statementId, payouts.approvedBy, payouts.exportedBy),
      })
      .from(payouts)
      .innerJoin(statements, eq(statements.id, payouts.statementId))
      .innerJoin(affiliates, eq(affiliates.id, statements.affiliateId))
      .where(isOwn),
  ] as const;
  return new StatementGroup(selects, ([found, entries, paid]) => {
    const entriesOf = Map.groupBy(entries, ({ of }) => of);
    return found.map(({ id, of, row }) => {
      const entryIds = (entriesOf.get(id) ?? []).map(({ entryId }) => entryId);
      return { of, row: { ...row, entry_ids: entryIds, payouts: rowsOf(paid, id) } };
    });
  });
}

/** Statements that select the ids of other affiliates' records with the address. The rest of those records is about somebody else. */
export function selectMentions(tx: Statements, address: SQL, isOwn: SQL) {
  const isOthers = sql`${isOwn} is not true`;
  const selects = [
    tx
      .select({ id: affiliates.id })
      .from(affiliates)
      .where(and(sql`lower(${affiliates.referredBy}) = ${address}`, isOthers)),
    tx
      .select({ id: affiliates.id })
      .from(affiliates)
      .where(and(sql`lower(${affiliates.payoutEmail}) = ${address}`, isOthers)),
    tx
      .selectDistinct({ id: affiliates.id })
      .from(payoutEmailChanges)
      .innerJoin(affiliates, eq(affiliates.id, payoutEmailChanges.affiliateId))
      .where(and(sql`lower(${payoutEmailChanges.email}) = ${address}`, isOthers)),
    tx
      .select({ id: payouts.id })
      .from(payouts)
      .innerJoin(statements, eq(statements.id, payouts.statementId))
      .innerJoin(affiliates, eq(affiliates.id, statements.affiliateId))
      .where(and(sql`lower(${payouts.payoutEmail}) = ${address}`, isOthers)),
  ] as const;
  return new StatementGroup(selects, ([referrers, payees, formerPayees, paid]): Rows => [
    ...referrers.map(({ id }) => ({ entity: 'affiliate', id, field: 'referred_by' })),
    ...payees.map(({ id }) => ({ entity: 'affiliate', id, field: 'payout_email' })),
    ...formerPayees.map(({ id }) => ({ entity: 'affiliate', id, field: 'former_payout_email' })),
    ...paid.map(({ id }) => ({ entity: 'payout', id, field: 'payout_email' })),
  ]);
}
