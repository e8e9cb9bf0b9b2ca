import { type LastPayment, lastPaymentKey } from '../shared/checkout-result.ts';

/*
 * The script of /download that runs before the first paint. It shows the confirmation of the tab's last payment, also after a
 * reload, and marks phones.
 */

/** Reads the last payment of this tab. A payment that an older version of the site stored has no plan and no amount. */
function readPayment(): Partial<LastPayment> {
  try {
    return (JSON.parse(sessionStorage.getItem(lastPaymentKey) ?? '{}') ?? {}) as Partial<LastPayment>;
  } catch {
    return {};
  }
}

function showConfirmation(): void {
  const { paid, orderId, plan, amount } = readPayment();
  const box = document.querySelector<HTMLElement>('.confirmation');
  if (!box || !paid || !orderId) return;
  const find = (selector: string) => box.querySelector<HTMLElement>(selector);
  const fill = (selector: string, text: string | undefined) => {
    const place = find(selector);
    if (place && text !== undefined) place.textContent = text;
  };
  fill('.thanks', find('.thanks')?.dataset[paid]);
  fill('[data-amount]', amount);
  fill('[data-order]', orderId);
  find('[data-license]')?.setAttribute('href', `/api/licenses/orders/${orderId}`);
  find(`[data-plan='${plan ?? ''}']`)?.removeAttribute('hidden');
  find('[data-line=plan]')?.toggleAttribute('hidden', !plan);
  find('[data-line=amount]')?.toggleAttribute('hidden', !amount);
  box.hidden = false;
  document.documentElement.dataset.paid = '';
}

/** True for phones and tablets. An iPad says that it is a Mac, but has a touch screen. */
function isPhone(): boolean {
  const { userAgent, platform, maxTouchPoints } = navigator;
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1);
}

if (isPhone()) document.documentElement.dataset.device = 'phone';
// A prerendered page does not know of payments that the visitor makes before it is shown.
if (document.prerendering) document.addEventListener('prerenderingchange', showConfirmation, { once: true });
else showConfirmation();
