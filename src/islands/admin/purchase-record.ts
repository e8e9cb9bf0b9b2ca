import { authFetch } from '../../client/accounts/auth-fetch.ts';
import type { AnswerOf, ApiAnswer } from '../../client/api.ts';

/** A purchase as admins get it in a list. */
export type PurchaseRecord = AnswerOf<'GET /api/purchases'>['purchases'][number];

/** The rows of the list. */
export function purchasesIn({ purchases }: AnswerOf<'GET /api/purchases'>): readonly PurchaseRecord[] {
  return purchases;
}

/** A purchase with everything that belongs to it; `version` goes back with a re-attribution. */
export type PurchaseDetails = AnswerOf<'GET /api/purchases/:id'>;
export type PurchasePayment = PurchaseDetails['payments'][number];
export type PurchaseHold = PurchasePayment['holds'][number];
export type PurchaseEvent = PurchaseDetails['events'][number];

type Changed = Promise<ApiAnswer<PurchaseDetails>>;

/** Gives a purchase to the affiliate with this code, or to nobody. Refused with 409 if it was changed since it was read. */
export function reattribute(
  { id, version }: PurchaseDetails,
  change: { readonly code: string | null; readonly reason: string },
): Changed {
  return authFetch('POST /api/purchases/:id/reattribute', { params: { id }, body: { ...change, version } });
}

export function releaseHold(id: string, holdId: string, reason: string): Changed {
  return authFetch('POST /api/purchases/:id/release-hold', { params: { id }, body: { holdId, reason } });
}

/** Adds to the commission of a payment. Idempotent: a change that is sent again with the same id is added once. */
export function adjust(
  purchaseId: string,
  change: {
    readonly id: string;
    readonly paymentId: string;
    readonly amountCents: number;
    readonly reason: string;
  },
): Changed {
  return authFetch('POST /api/purchases/:id/adjust', { params: { id: purchaseId }, body: change });
}

export function retryEvent(id: string): Promise<ApiAnswer<PurchaseEvent>> {
  return authFetch('POST /api/events/:id/retry', { params: { id } });
}
