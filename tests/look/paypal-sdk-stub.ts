/** Result of pressing a button of the stub. */
export type PaymentOutcome = 'paid' | 'slow' | 'error';

/**
 * Returns a script that replaces PayPal's SDK. Its buttons have the size and the colors of the real ones: 45 px high, up to
 * 750 px wide.
 */
export function paypalSdkStub(outcome: PaymentOutcome): string {
  return `(${installStub.toString()})(${JSON.stringify(outcome)})`;
}

interface ButtonOptions {
  readonly onError: (error: Error) => void;
  readonly onApprove: (data: object, actions: object) => void;
}

/** Defines `window.paypal`. Runs in the page, so it uses only its parameter and the DOM. */
function installStub(outcome: PaymentOutcome): void {
  const captures: Partial<Record<PaymentOutcome, () => Promise<unknown>>> = {
    paid: () => Promise.resolve({ status: 'COMPLETED' }),
    slow: () => new Promise(() => undefined),
  };
  const press = (options: ButtonOptions) => {
    if (outcome === 'error') options.onError(new Error('Window closed'));
    else
      options.onApprove(
        { orderID: 'ORDER' },
        { order: { capture: captures[outcome] }, restart: () => undefined },
      );
  };
  const looks = [
    ['PayPal', '#ffc439', '#003087'],
    ['Pay Later', '#ffc439', '#003087'],
    ['Debit or Credit Card', '#2c2e2f', '#fff'],
  ] as const;
  const render = (options: ButtonOptions, container: Element | null) => {
    const box = document.createElement('div');
    box.style.cssText = 'max-width:750px;background:transparent;color-scheme:none';
    for (const [text, background, color] of looks) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'stub-button';
      button.textContent = text;
      button.style.cssText = `display:block;width:100%;height:45px;margin:0 0 14px;border:0;border-radius:4px;font:600 18px Arial;background:${background};color:${color}`;
      button.onclick = () => {
        press(options);
      };
      box.append(button);
    }
    const note = document.createElement('p');
    note.textContent = 'Powered by PayPal';
    note.style.cssText = 'font:italic 11px Arial;text-align:center;color:#545b60;margin:0';
    box.append(note);
    container?.append(box);
  };
  const paypal = {
    version: '5',
    Buttons: (options: ButtonOptions) => ({
      isEligible: () => true,
      render: (target: string | Element) => {
        render(options, typeof target === 'string' ? document.querySelector(target) : target);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
      updateProps: (changed: Partial<ButtonOptions>) => Promise.resolve(Object.assign(options, changed)),
    }),
  };
  const namespace = (document.currentScript as HTMLScriptElement | null)?.dataset.namespace ?? 'paypal';
  Object.assign(window, { [namespace]: paypal });
}
