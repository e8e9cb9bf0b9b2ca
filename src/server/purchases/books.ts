import type { affiliateActivations, affiliates } from '../db/schema/affiliates.ts';
import type { commissionEntries, commissionHolds } from '../db/schema/ledger.ts';
import type { disputes, payments, purchases, refunds } from '../db/schema/purchases.ts';

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
type ActivationRow = typeof affiliateActivations.$inferSelect;

/**
 * All that decides what a buyer's payments earn, as it is at one moment: their purchases, and those of whoever shares a payer
 * or an address with them, in the order of their ids, with what was paid, went back, is disputed, on hold and entered; and the
 * affiliates behind them. It is decided about without the database: a rule takes books and gives those that should be.
 */
export interface Books {
  readonly purchases: readonly PurchaseRow[];
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly RefundRow[];
  readonly disputes: readonly DisputeRow[];
  readonly holds: readonly HoldRow[];
  readonly entries: readonly EntryRow[];
  readonly affiliates: readonly AffiliateRow[];
  readonly activations: readonly ActivationRow[];
}

type Identified = { readonly id: string };

/** These rows with one of them changed. */
export const withChanged = <Row extends Identified>(rows: readonly Row[], changed: Row): readonly Row[] =>
  rows.map((row) => (row.id === changed.id ? changed : row));

const isSame = (one: string | null, other: string | null): boolean => one !== null && one === other;

/** Whether two purchases are one buyer's, by payer id or by address. */
const isSameBuyer = (one: PurchaseRow, other: PurchaseRow): boolean =>
  one.id === other.id || isSame(one.payerId, other.payerId) || isSame(one.payerEmailKey, other.payerEmailKey);

/** The purchases of one buyer: what each payment earns is decided by all of them. */
export const buyersPurchases = ({ purchases }: Books, purchase: PurchaseRow): readonly PurchaseRow[] =>
  purchases.filter((row) => isSameBuyer(row, purchase));

/** The purchases of whoever paid as the same payer. */
export const payersPurchases = ({ purchases }: Books, purchase: PurchaseRow): readonly PurchaseRow[] =>
  purchases.filter((row) => row.id === purchase.id || isSame(row.payerId, purchase.payerId));

/** The purchase of a provider's id. */
export const purchaseIn = ({ purchases }: Books, providerId: string): PurchaseRow | undefined =>
  purchases.find((row) => row.providerId === providerId);

/** What was paid for a purchase. */
export const paymentsOf = ({ payments }: Books, { id }: Identified): readonly PaymentRow[] =>
  payments.filter(({ purchaseId }) => purchaseId === id);

/** Whether the money of a payment arrived: it did even if it went back later. As `arrived` says it in SQL. */
export const hasArrived = ({ state }: Pick<PaymentRow, 'state'>): boolean =>
  state === 'completed' || state === 'reversed';

/** Whether the affiliate was active at this moment. */
export const wasActive = ({ activations }: Books, affiliateId: string, at: Date): boolean =>
  activations.some(
    (row) =>
      row.affiliateId === affiliateId &&
      row.activeFrom <= at &&
      (row.activeUntil === null || row.activeUntil > at),
  );
