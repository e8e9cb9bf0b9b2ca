/** What pressing a button of the stand-in comes to. */
export type PaymentOutcome = 'paid' | 'slow' | 'refused' | 'silent' | 'error' | 'nameless' | 'ineligible';

/**
 * A script in the place of the provider's: its buttons have the size and colours of the real ones (a
 * white frame, 45 px high each, up to 750 px wide), and pressing one ends as `outcome` says.
 */
export const sdkStandIn = (outcome: PaymentOutcome): string => `
const outcome = ${JSON.stringify(outcome)};
const capture = {
  paid: async () => ({ status: 'COMPLETED' }),
  slow: () => new Promise(() => undefined),
  refused: async () => ({ details: [{ issue: 'TRANSACTION_REFUSED' }] }),
  silent: async () => ({}),
}[outcome];
const press = (options) => {
  if (outcome === 'error') options.onError(new Error('Window closed'));
  else options.onApprove({ orderID: 'ORDER' }, { order: { capture }, restart() {} });
};
const draw = (options, container) => {
  const box = document.createElement('div');
  box.style.cssText = 'max-width:750px;background:transparent;color-scheme:none';
  for (const [text, background, color] of [['PayPal', '#ffc439', '#003087'], ['Pay Later', '#ffc439', '#003087'], ['Debit or Credit Card', '#2c2e2f', '#fff']]) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'stand-in-button';
    button.textContent = text;
    button.style.cssText = 'display:block;width:100%;height:45px;margin:0 0 14px;border:0;border-radius:4px;font:600 18px Arial;background:' + background + ';color:' + color;
    button.onclick = () => press(options);
    box.append(button);
  }
  const note = document.createElement('p');
  note.textContent = 'Powered by PayPal';
  note.style.cssText = 'font:italic 11px Arial;text-align:center;color:#545b60;margin:0';
  box.append(note);
  container.append(box);
};
const paypal = {
  version: '5',
  Buttons: (options) => ({
    isEligible: () => outcome !== 'ineligible',
    render: async (target) => draw(options, typeof target === 'string' ? document.querySelector(target) : target),
    close: async () => undefined,
    updateProps: async (changed) => Object.assign(options, changed),
  }),
};
const script = document.currentScript;
window[script?.dataset.namespace ?? 'paypal'] = paypal;
`;
