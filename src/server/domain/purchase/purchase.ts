import type { Plan, PlanType } from '../../../shared/plans.ts';
import type { purchases } from '../../db/schema/purchases.ts';
import type { Payer, ProviderPayment } from '../../vendors/payments/payments.ts';

export type PurchaseRow = typeof purchases.$inferSelect;

/** A purchase as the provider confirmed it, checked against what is sold. */
export interface ConfirmedPurchase {
  readonly providerId: string;
  readonly type: PlanType;
  readonly plan: Plan;
  readonly state: PurchaseRow['state'];
  readonly payer: Payer;
  /** The affiliate code that travelled with the order, or null. */
  readonly code: string | null;
  /** Completed and pending payments, oldest first; at least one. */
  readonly payments: readonly [ProviderPayment, ...ProviderPayment[]];
}

/** What a tracking call answers once a purchase is recorded; the same for every repetition. */
export interface RecordedPurchase {
  readonly orderId: string;
  readonly type: PlanType;
  readonly plan: string;
  readonly amountCents: number;
  /** Whether the purchase counts for an affiliate. */
  readonly credited: boolean;
}

export const toRecorded = (row: PurchaseRow): RecordedPurchase => ({
  orderId: row.providerId,
  type: row.type,
  plan: row.planId,
  amountCents: row.amountCents,
  credited: row.affiliateId !== null,
});
