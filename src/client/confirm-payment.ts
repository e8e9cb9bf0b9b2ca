import { type LastPayment, lastPaymentKey } from '../shared/checkout-result.ts';

/*
 * The script of /download that runs before the first paint. It shows the confirmation of the tab's last payment, also after a
 * reload, and marks the device.
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

/**
 * Returns the kind of the device, for CSS. Phones and tablets cannot run the files. An iPad says that it is a Mac, but has a touch
 * screen.
 */
function findDevice(): 'phone' | 'Mac' | 'Windows' | '' {
  const { userAgent, platform, maxTouchPoints } = navigator;
  const isMac = platform.startsWith('Mac');
  if (/Android|iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)) return 'phone';
  if (isMac) return 'Mac';
  return platform.startsWith('Win') ? 'Windows' : '';
}

document.documentElement.dataset.device = findDevice();
// A prerendered page does not know of payments that the visitor makes before it is shown.
if (document.prerendering) document.addEventListener('prerenderingchange', showConfirmation, { once: true });
else showConfirmation();
