import { arrivedStates } from '../../../shared/schemas/purchase.ts';
import type { affiliateActivations, affiliates } from '../../frame/db/schema/affiliates.ts';
import type { affiliateCodes } from '../../frame/db/schema/counts.ts';
import type { invitations } from '../../frame/db/schema/invitations.ts';
import type { commissionEntries, commissionHolds } from '../../frame/db/schema/ledger.ts';
import type { disputes, payments, purchases, refunds } from '../../frame/db/schema/purchases.ts';

export type PurchaseRow = Omit<typeof purchases.$inferSelect, 'currency' | 'searchText' | 'updatedAt'>;
export type PaymentRow = Omit<typeof payments.$inferSelect, 'recordedAt'>;
export type RefundRow = Omit<typeof refunds.$inferSelect, 'recordedAt'>;
export type DisputeRow = Omit<typeof disputes.$inferSelect, 'recordedAt'>;
export type HoldRow = typeof commissionHolds.$inferSelect;
export type EntryRow = Omit<typeof commissionEntries.$inferSelect, 'recordedAt'>;
export type AffiliateRow = Pick<
  typeof affiliates.$inferSelect,
  'id' | 'code' | 'email' | 'payoutEmail' | 'dateActivated'
>;
export type CodeRow = Pick<typeof affiliateCodes.$inferSelect, 'code' | 'affiliateId'>;
export type InvitationRow = Pick<
  typeof invitations.$inferSelect,
  'id' | 'planId' | 'priceCents' | 'providerPlanId' | 'endsAt' | 'purchaseId'
>;
type ActivationRow = typeof affiliateActivations.$inferSelect;

/**
 * All rows that decide the commissions of a buyer, as of one moment: the purchases of the buyer, and of everybody who shares
 * a payer id or an address with the buyer, in the order of their ids; their payments, refunds, disputes, holds and ledger
 * entries; and the affiliates involved. A rule takes an account and returns the changed account, without the database.
 */
export interface BuyerAccount {
  readonly purchases: readonly PurchaseRow[];
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly RefundRow[];
  readonly disputes: readonly DisputeRow[];
  readonly holds: readonly HoldRow[];
  readonly entries: readonly EntryRow[];
  readonly affiliates: readonly AffiliateRow[];
  /** The codes of the purchase and of the query, as far as they belong to an affiliate. */
  readonly codes: readonly CodeRow[];
  readonly activations: readonly ActivationRow[];
  /** The invitations with which the purchase was begun at PayPal. */
  readonly invitations: readonly InvitationRow[];
}

type Identified = { readonly id: string };

/** Returns the rows, with the changed row in place of the row that has the same id. */
export function replaceRow<Row extends Identified>(rows: readonly Row[], changed: Row): readonly Row[] {
  return rows.map((row) => (row.id === changed.id ? changed : row));
}

/** Returns the purchases that share a payer id or an address with this purchase. Together they decide what each payment earns. */
export function buyersPurchases({ purchases }: BuyerAccount, purchase: PurchaseRow): readonly PurchaseRow[] {
  return purchases.filter(
    (row) =>
      row.id === purchase.id ||
      isEqual(row.payerId, purchase.payerId) ||
      isEqual(row.payerEmailKey, purchase.payerEmailKey),
  );
}

/** Returns this purchase, and the purchases with the same payer id. */
export function payersPurchases({ purchases }: BuyerAccount, purchase: PurchaseRow): readonly PurchaseRow[] {
  return purchases.filter((row) => row.id === purchase.id || isEqual(row.payerId, purchase.payerId));
}

/** True if both values are equal. Two missing values do not count as equal. */
function isEqual(a: string | null, b: string | null): boolean {
  return a !== null && a === b;
}

/** Finds a purchase by PayPal's order or subscription id. */
export function findPurchase({ purchases }: BuyerAccount, providerId: string): PurchaseRow | undefined {
  return purchases.find((row) => row.providerId === providerId);
}

/** Returns the payments of a purchase. */
export function paymentsOf({ payments }: BuyerAccount, { id }: Identified): readonly PaymentRow[] {
  return payments.filter(({ purchaseId }) => purchaseId === id);
}

/** True if the money of a payment arrived, even if the money went back later. */
export function hasArrived({ state }: Pick<PaymentRow, 'state'>): boolean {
  return arrivedStates.some((arrived) => arrived === state);
}

/** True if the affiliate was active at this moment. */
export function wasActive({ activations }: BuyerAccount, affiliateId: string, at: Date): boolean {
  return activations.some(
    (row) =>
      row.affiliateId === affiliateId &&
      row.activeFrom <= at &&
      (row.activeUntil === null || row.activeUntil > at),
  );
}
