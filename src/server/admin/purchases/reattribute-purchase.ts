import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { fieldProblem, problem } from '../../../shared/problems.ts';
import { insertAuditEntries, knownFacts } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { netCommission, netRefundedCents } from '../../money/ledger/missing-entries.ts';
import {
  type AffiliateRow,
  type BuyerAccount,
  type EntryRow,
  type PurchaseRow,
  replaceRow,
} from '../../money/purchases/buyer-account.ts';
import { lockAffiliates } from './lock-affiliates.ts';
import { type CommissionFacts, commissionFacts } from '../../money/purchases/payment-facts.ts';
import { postCommission } from '../../money/purchases/post-commission.ts';
import type { PurchaseDetails } from './purchase-details.ts';
import { selectPurchase, toPurchase } from './show-purchase.ts';
import { type Decision, updateBuyer } from '../../money/purchases/update-buyer.ts';

interface Reattribution {
  /** The code of the new owner; null for nobody. */
  readonly code: string | null;
  readonly reason: string;
}

/**
 * Gives a purchase with its past and later commissions to another affiliate, or to nobody. If the code belongs to the current
 * owner, adds the commissions that the owner missed while not active. Audits the change with the reason. `version` is the
 * version that the caller edited, or null for any version. Returns the purchase. Throws `purchase-not-found`,
 * `reattribution-code-unknown`, `reattribution-no-change`, `edit-conflict`.
 */
export async function reattributePurchase(
  context: Context,
  id: string,
  { code, reason }: Reattribution,
  version: number | null,
): Promise<PurchaseDetails> {
  const decide = (before: BuyerAccount): Decision<null> => {
    const row = before.purchases.find((purchase) => purchase.id === id);
    if (!row) throw problem('purchase-not-found');
    const target = findTarget(before, code);
    const hasOtherVersion = version !== null && version !== row.version;
    if (row.affiliateId === (target?.id ?? null) && !hasMissedPayment(before, row)) {
      // The caller repeats a request that already changed the purchase.
      if (hasOtherVersion) return { buyer: before, result: null };
      throw fieldProblem('reattribution-no-change', 'code');
    }
    if (hasOtherVersion) throw problem('edit-conflict');
    const auditId = uuidv7();
    const logged = insertAuditEntries(context, {
      id: sql`${auditId}::uuid`,
      action: 'purchase.reattribute',
      entityId: sql`${id}::text`,
      before: ownerFacts(row),
      after: ownerFacts({ affiliateCode: target?.code ?? null, affiliateId: target?.id ?? null }),
      reason,
      from: sql`(select 1) as one`,
    });
    return {
      result: null,
      buyer: reassignPurchase(before, row, { target, source: auditId, now: context.now }),
      // A concurrent closing of an affiliate waits for this lock, so that it also redacts the reason.
      locks: [lockAffiliates([row.affiliateId, target?.id])],
      statements: [logged],
    };
  };
  const codes = code === null ? [] : [code];
  const query = { reference: { ids: [id] }, codes };
  const { answer } = await updateBuyer(context, query, decide, { answer: (tx) => selectPurchase(tx, id) });
  return toPurchase(context, answer);
}

/** Finds the new owner, who must be active. Returns null for nobody. */
function findTarget({ affiliates, codes }: BuyerAccount, typedCode: string | null): Owner | null {
  if (typedCode === null) return null;
  const owned = codes.find(({ code }) => code === typedCode);
  const affiliate = affiliates.find(({ id }) => id === owned?.affiliateId);
  if (!affiliate?.dateActivated) throw fieldProblem('reattribution-code-unknown', 'code');
  return { id: affiliate.id, code: typedCode };
}

function ownerFacts({ affiliateCode, affiliateId }: Pick<PurchaseRow, 'affiliateCode' | 'affiliateId'>) {
  return knownFacts({ code: affiliateCode, affiliate: affiliateId });
}

/** An affiliate, and the code by which the purchase is theirs. */
type Owner = Pick<AffiliateRow, 'id' | 'code'>;

interface Reassignment {
  /** The new owner, one of the account's affiliates; null for nobody. */
  readonly target: Owner | null;
  /** First part of the source of each new entry. */
  readonly source: string;
  readonly now: Date;
}

/**
 * Moves a purchase and its commissions to another owner by appending entries. If the owner stays the same, only the
 * commissions that the owner missed are added.
 */
export function reassignPurchase(
  before: BuyerAccount,
  row: PurchaseRow,
  reassignment: Reassignment,
): BuyerAccount {
  const { target, now } = reassignment;
  const isOwner = target !== null && row.affiliateId === target.id;
  const withoutOwner = isOwner ? before : enterDifferences(before, row, reassignment, () => null);
  const changed: PurchaseRow = {
    ...row,
    affiliateId: target?.id ?? null,
    affiliateCode: target?.code ?? null,
    reattributedAt: now,
    version: row.version + 1,
  };
  const withNewOwner = { ...withoutOwner, purchases: replaceRow(withoutOwner.purchases, changed) };
  const withEntries = enterDifferences(withNewOwner, changed, reassignment, (payment, commissionCents) => {
    // The current owner keeps the commissions that it did not miss.
    if (isOwner && !isMissed(payment)) return ownedCents(payment);
    return commissionCents;
  });
  return postCommission(withEntries, changed, now);
}

/** True if a re-attribution to the current owner would add a commission. */
export function hasMissedPayment(buyer: BuyerAccount, row: PurchaseRow): boolean {
  return commissionFacts(buyer, [row], { includeReassigned: true }).some(isMissed);
}

/** True for a payment that earned nothing because its owner was not active, and that was not refunded in full. */
function isMissed({ isEligible, refunds, amountCents }: CommissionFacts): boolean {
  return !isEligible && netRefundedCents(refunds, amountCents) < amountCents;
}

function ownedCents({ entries }: CommissionFacts): number {
  return entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * Appends an entry for each payment for which the purchase's affiliate should have another sum. `sumFor` gets the net
 * commission of the payment, and returns the sum that the affiliate should have, or null to take the commission away.
 */
function enterDifferences(
  buyer: BuyerAccount,
  purchase: PurchaseRow,
  { source, now }: Reassignment,
  sumFor: (payment: CommissionFacts, commissionCents: number) => number | null,
): BuyerAccount {
  const facts = commissionFacts(buyer, [purchase], { includeReassigned: true });
  const entries = facts.flatMap((payment): EntryRow[] => {
    const { amountCents: commissionCents, ...terms } = netCommission(payment);
    const targetCents = sumFor(payment, commissionCents);
    const amountCents = (targetCents ?? 0) - ownedCents(payment);
    const isNeeded = amountCents !== 0 || (targetCents !== null && mayRise(buyer, payment));
    if (!isNeeded) return [];
    const { affiliateId, paymentId, providerId } = payment;
    const origin = { affiliateId, paymentId, source: `${source}#${providerId}` };
    return [{ id: uuidv7(), kind: 'reattribution', occurredAt: now, amountCents, ...origin, ...terms }];
  });
  return { ...buyer, entries: [...buyer.entries, ...entries] };
}

/**
 * True if PayPal may give a reversal back later, and the affiliate has no entry of the payment yet. Then an entry of 0 makes
 * the affiliate the owner, who gets the commission if the reversal is given back.
 */
function mayRise(buyer: BuyerAccount, { paymentId, affiliateId, refunds }: CommissionFacts): boolean {
  return (
    refunds.some(({ kind }) => kind === 'reversal') &&
    buyer.entries.every((entry) => entry.paymentId !== paymentId || entry.affiliateId !== affiliateId)
  );
}
