import { isEmail } from '../../shared/email.ts';
import { toLine } from '../../shared/text.ts';
import { centsToDecimal } from '../../shared/money.ts';
import { type LastPayment, lastPaymentKey, type Paid, paidMark } from '../../shared/paid-mark.ts';
import type { Plan } from '../../shared/plans.ts';

export interface Buyer {
  readonly name: string;
  readonly email: string;
  /** The affiliate code as it stands in the field; empty without one. */
  readonly code: string;
}

const markPaid = (last: LastPayment): void => {
  try {
    sessionStorage.setItem(paidMark, last.paid);
    sessionStorage.setItem(lastPaymentKey, JSON.stringify(last));
  } catch {
    // Without storage the download page just says nothing, and /buy does not ask.
  }
};

/** Posts without waiting: the request outlives the page, and its failure is only logged. */
const report = (path: string, body: unknown): void => {
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
};

/**
 * After a payment: reports it where an affiliate code exists, keeps the buyer as a customer where a name
 * or an address was typed, and goes to the download page, waiting for neither. That page says what became of the payment.
 */
export const finishPurchase = (
  plan: Plan,
  orderId: string,
  { name, email, code }: Buyer,
  paid: Paid,
): void => {
  if (code.trim())
    report('/api/purchase/track', {
      orderId,
      amount: centsToDecimal(plan.priceCents),
      affiliateCode: code.trim(),
      type: plan.type,
    });
  // An address that cannot be one, as its field said, must not cost the name, nor a mark pasted into the name the address.
  const customer = { name: toLine(name) || null, email: isEmail(email) ? email.trim() : null };
  if (customer.name || customer.email) report('/api/customers', customer);
  markPaid({ paid, orderId });
  location.assign('/download');
};
