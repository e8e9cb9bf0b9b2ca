import * as z from 'zod/mini';
import { type ApiAnswer } from '../../client/api.ts';
import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';

const affiliate = z.object({ id: z.string(), name: z.string(), code: z.string() });

const summary = {
  id: z.string(),
  order_id: z.string(),
  plan: z.string(),
  state: z.string(),
  payer_id: z.nullable(z.string()),
  payer_email: z.nullable(z.string()),
  code: z.nullable(z.string()),
  affiliate: z.nullable(affiliate),
  paid_cents: z.number(),
  refunded_cents: z.number(),
  has_hold: z.boolean(),
  created_at: z.string(),
  version: z.number(),
};

const purchase = z.object(summary);

/** A purchase as admins get it in a list. */
export type PurchaseRecord = z.infer<typeof purchase>;

const payment = z.object({
  id: z.string(),
  payment_id: z.string(),
  sequence: z.number(),
  state: z.string(),
  amount_cents: z.number(),
  paid_at: z.string(),
  refunds: z.array(
    z.object({ refund_id: z.string(), kind: z.string(), amount_cents: z.number(), refunded_at: z.string() }),
  ),
  disputes: z.array(z.object({ dispute_id: z.string(), state: z.string(), opened_at: z.string() })),
  holds: z.array(
    z.object({
      id: z.string(),
      reason: z.string(),
      placed_at: z.string(),
      released_at: z.nullable(z.string()),
      released_by: z.nullable(z.string()),
    }),
  ),
  no_commission: z.nullable(z.object({ code: z.string(), text: z.string() })),
  entries: z.array(
    z.object({
      id: z.string(),
      affiliate,
      kind: z.string(),
      amount_cents: z.number(),
      occurred_at: z.string(),
      explanation: z.string(),
    }),
  ),
});

const event = z.object({
  id: z.string(),
  type: z.string(),
  state: z.string(),
  attempts: z.number(),
  last_error: z.nullable(z.string()),
  occurred_at: z.string(),
  next_attempt_at: z.nullable(z.string()),
});

const details = z.object({ ...summary, payments: z.array(payment), events: z.array(event) });

/** A purchase with all that is kept of it; `version` goes back with a re-attribution. */
export type PurchaseDetails = z.infer<typeof details>;
export type PurchasePayment = z.infer<typeof payment>;
export type PurchaseHold = PurchasePayment['holds'][number];
export type PurchaseEvent = z.infer<typeof event>;

const list = z.object({ purchases: z.array(purchase) });

export const readPurchases = (data: unknown): readonly PurchaseRecord[] | null =>
  list.safeParse(data).data?.purchases ?? null;

export const readPurchase = (data: unknown): PurchaseDetails | null => details.safeParse(data).data ?? null;

export const readEvent = (data: unknown): PurchaseEvent | null => event.safeParse(data).data ?? null;

/** The purchases' part of the API. */
export const purchasesPath = '/api/purchases';

export const loadPurchase = (id: string): Promise<ApiAnswer> => callAsViewer('GET', `${purchasesPath}/${id}`);

/** Gives a purchase to the affiliate with this code, or to nobody, unless it was changed since it was read (409). */
export const reattribute = (
  { id, version }: PurchaseDetails,
  change: { readonly code: string | null; readonly reason: string },
): Promise<ApiAnswer> =>
  callAsViewer('POST', `${purchasesPath}/${id}/reattribute`, { body: { ...change, version } });

export const releaseHold = (id: string, holdId: string, reason: string): Promise<ApiAnswer> =>
  callAsViewer('POST', `${purchasesPath}/${id}/release-hold`, { body: { holdId, reason } });

/** Adds to the commission of a payment; what is sent again with the same id is added once. */
export const adjust = (
  purchaseId: string,
  change: {
    readonly id: string;
    readonly paymentId: string;
    readonly amountCents: number;
    readonly reason: string;
  },
): Promise<ApiAnswer> => callAsViewer('POST', `${purchasesPath}/${purchaseId}/adjust`, { body: change });

export const retryEvent = (id: string): Promise<ApiAnswer> =>
  callAsViewer('POST', `/api/events/${encodeURIComponent(id)}/retry`);
