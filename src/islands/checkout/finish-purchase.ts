import { countEvent } from '../../client/count.ts';
import { runErrand } from '../../client/side-errand.ts';
import { isEmail } from '../../shared/email.ts';
import { toLine } from '../../shared/text.ts';
import { centsToDecimal, formatUsd } from '../../shared/money.ts';
import { type CheckoutResult, type LastPayment, lastPaymentKey } from '../../shared/checkout-result.ts';
import type { Plan } from '../../shared/plans.ts';

export interface Buyer {
  readonly name: string;
  readonly email: string;
  /** The affiliate code, or null. */
  readonly code: string | null;
}

/**
 * Ends a checkout after a payment: reports the purchase if there is an affiliate code or an email for the receipt, creates a
 * customer if the buyer typed a name or an email, and leads to the download page without waiting for these calls.
 */
export function finishPurchase(
  plan: Plan,
  orderId: string,
  { name, email: typedEmail, code }: Buyer,
  result: CheckoutResult,
): void {
  // An invalid email must lose neither the report nor the name.
  const email = isEmail(typedEmail) ? typedEmail.trim() : null;
  if (code !== null || email)
    void postInBackground('/api/purchase/track', {
      orderId,
      amount: centsToDecimal(plan.priceCents),
      affiliateCode: code,
      type: plan.type,
      email,
    });
  // Invisible characters in the name must not lose the email.
  const customer = { name: toLine(name) || null, email };
  if (customer.name || customer.email) void postInBackground('/api/customers', customer);
  const payment: LastPayment = { paid: result, orderId, plan: plan.id, amount: describeAmount(plan) };
  // Without storage the download page shows no confirmation, and /buy does not ask before another payment.
  runErrand(() => {
    sessionStorage.setItem(lastPaymentKey, JSON.stringify(payment));
  });
  countEvent('paid', plan.id);
  location.assign('/download');
}

/** Sends a request that outlives the page. A failure is only logged. */
async function postInBackground(path: string, body: unknown): Promise<void> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: true,
    });
    if (!response.ok) console.warn(path, await response.text());
  } catch (error) {
    console.warn(path, error);
  }
}

/** Returns the amount with the period of a subscription: `$59.99`, `$49.99 per year`. */
function describeAmount({ priceCents, interval }: Plan): string {
  const amount = formatUsd(priceCents);
  return interval ? `${amount} per ${interval}` : amount;
}
