import type { PlanType } from '../../shared/plans.ts';
import type { Completion, Dispute, Payer, ProviderPayment, ProviderRefund } from '../paypal/payments.ts';
import type { PurchaseRow } from './books.ts';

/** What was sold, for how much. A recorded purchase keeps it: later events are not held against today's prices. */
export type Terms = Pick<PurchaseRow, 'planId' | 'amountCents'>;

/** A purchase as the provider confirmed it, checked against what is sold. */
export interface ConfirmedPurchase {
  readonly providerId: string;
  readonly type: PlanType;
  readonly planId: string;
  readonly amountCents: number;
  readonly state: PurchaseRow['state'];
  /** Since when, and when the provider said so; null where states only go forward. */
  readonly stateAt: Date | null;
  readonly stateAskedAt: Date | null;
  readonly payer: Payer;
  /** The affiliate code that travelled with the order, or null. */
  readonly code: string | null;
  /** Its payments, oldest first. Declined ones matter only where they were recorded as pending. */
  readonly payments: readonly ProviderPayment[];
  /** The ids of completed payments that are none of these, since the books cannot take them. */
  readonly leftOut: readonly string[];
}

/** The event that announced a payment as completed. */
export interface Announced {
  readonly eventId: string;
  readonly paymentId: string;
}

/** When a payment completed. `isAnnounced`: its own event told it; one that was searched changes no payment that has arrived. */
export interface ToldCompletion extends Completion {
  readonly isAnnounced: boolean;
}

/** What an event says beside which purchase it is about, fetched from the provider anew. */
export interface News {
  readonly announced?: Announced;
  /** Money that went back. */
  readonly refund?: ProviderRefund & { readonly kind: 'refund' | 'reversal' };
  readonly dispute?: Dispute;
}

/** What a tracking call answers once a purchase is recorded; the same for every repetition. */
export interface RecordedPurchase {
  readonly orderId: string;
  readonly type: PlanType;
  readonly plan: string;
  readonly amountCents: number;
  /** Whether the purchase earns an affiliate a commission. */
  readonly credited: boolean;
}

export const toRecorded = (row: PurchaseRow, credited: boolean): RecordedPurchase => ({
  orderId: row.providerId,
  type: row.type,
  plan: row.planId,
  amountCents: row.amountCents,
  credited,
});
