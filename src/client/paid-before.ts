import { type LastPayment, lastPaymentKey } from '../shared/checkout-result.ts';

/*
 * Inline script of /buy. Tells buyers who come back that they have already paid. Does nothing without a payment in this tab, or
 * without storage.
 */
const notice = document.querySelector<HTMLElement>('main .notice[hidden]');
const [sentence, order] = ['span span', 'b'].map((selector) => notice?.querySelector(selector));
addEventListener('pageshow', () => {
  try {
    const payment = JSON.parse(sessionStorage.getItem(lastPaymentKey) ?? '') as LastPayment;
    if (!notice || !sentence || !order) return;
    if (payment.paid !== 'paid') sentence.textContent = notice.dataset.before ?? '';
    order.textContent = payment.orderId;
    notice.hidden = false;
  } catch {}
});
