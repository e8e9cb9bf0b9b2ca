import { checkoutMessages as texts } from '../../shared/messages/site.ts';
import { type LastPayment, lastPaymentKey } from '../../shared/checkout-result.ts';
import { restoreFocus } from '../ui/focus.ts';

/** The part of the last payment that the question shows. */
type PaymentReference = Pick<LastPayment, 'paid' | 'orderId'>;

interface Props {
  readonly lastPayment: PaymentReference;
  readonly onPayAgain: () => void;
}

/** Replaces the payment buttons after a payment in this tab, and asks before another payment. */
export function PayAgain({ lastPayment, onPayAgain }: Props) {
  return (
    <div ref={restoreFocus} className="payment-buttons pay-again">
      <p>
        <span>{lastPayment.paid === 'paid' ? texts.justPaid : texts.paidBefore}</span>{' '}
        <span>
          {texts.orderNumber} <b translate="no">{lastPayment.orderId}</b>
        </span>
      </p>
      <p>
        <a className="button button-primary" href="/download">
          {texts.toDownload}
        </a>
      </p>
      <p>{texts.askAgain}</p>
      <button type="button" className="button" onClick={onPayAgain}>
        {texts.payAgain}
      </button>
    </div>
  );
}

/** Reads the last payment of this tab. Returns null without a payment or without storage. */
export function readLastPayment(): PaymentReference | null {
  try {
    const { paid, orderId } = JSON.parse(
      sessionStorage.getItem(lastPaymentKey) ?? '{}',
    ) as Partial<LastPayment>;
    return paid && orderId ? { paid, orderId } : null;
  } catch {
    return null;
  }
}
