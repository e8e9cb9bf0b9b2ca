import { isEmail } from '../../shared/email.ts';
import { toLine } from '../../shared/text.ts';
import { centsToDecimal } from '../../shared/money.ts';
import {
  type LastPayment,
  lastPaymentKey,
  type CheckoutResult,
  checkoutResultKey,
} from '../../shared/checkout-result.ts';
import type { Plan } from '../../shared/plans.ts';

export interface Buyer {
  readonly name: string;
  readonly email: string;
  /** The text of the affiliate code field. */
  readonly code: string;
}

/**
 * Ends a checkout after a payment: reports the purchase if there is an affiliate code, creates a customer if the buyer typed a
 * name or an email, and leads to the download page without waiting for either.
 */
export function finishPurchase(
  plan: Plan,
  orderId: string,
  { name, email, code }: Buyer,
  paid: CheckoutResult,
): void {
  if (code.trim())
    postInBackground('/api/purchase/track', {
      orderId,
      amount: centsToDecimal(plan.priceCents),
      affiliateCode: code.trim(),
      type: plan.type,
    });
  // An invalid email must not lose the name, and invisible characters in the name must not lose the email.
  const customer = { name: toLine(name) || null, email: isEmail(email) ? email.trim() : null };
  if (customer.name || customer.email) postInBackground('/api/customers', customer);
  storePayment({ paid, orderId });
  location.assign('/download');
}

/** Sends a request that outlives the page. A failure is only logged. */
function postInBackground(path: string, body: unknown): void {
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  })
    .then(async (response) => {
      if (!response.ok) console.warn(path, await response.text());
    })
    .catch((error: unknown) => {
      console.warn(path, error);
    });
}

function storePayment(last: LastPayment): void {
  try {
    sessionStorage.setItem(checkoutResultKey, last.paid);
    sessionStorage.setItem(lastPaymentKey, JSON.stringify(last));
  } catch {
    // Without storage the download page shows no result, and /buy does not ask.
  }
}
