const css = `
  :host { display: block; }
  button {
    display: block; box-sizing: border-box; width: 100%; min-height: 44px; margin: 0 0 12px;
    border: 0; border-radius: 4px; font: 600 16px/1.2 system-ui, sans-serif; cursor: pointer;
  }
  button:hover { filter: brightness(0.95); }
  button:focus-visible { outline: 3px solid #003087; outline-offset: 2px; }
  button[aria-disabled='true'] { cursor: not-allowed; }
  .paypal { background: #ffc439; color: #111; }
  .card { background: #2c2e2f; color: #fff; }
  p { margin: 0; font: 12px/1.4 system-ui, sans-serif; text-align: center; color: inherit; }
`;

const faces = { paypal: 'Pay with PayPal', card: 'Debit or Credit Card' };
export type FundingSource = keyof typeof faces;

/** Whether the simulator has a button for this way to pay. */
export const isFundingSource = (source: string): source is FundingSource => source in faces;

/** The buttons in a host element of their own, out of reach of the page's styles. */
export const drawButtons = (
  sources: FundingSource[],
  onPress: (source: FundingSource) => void,
): { host: HTMLElement; setEnabled(isEnabled: boolean): void } => {
  const host = document.createElement('div');
  host.className = 'paypal-buttons';
  const root = host.attachShadow({ mode: 'open' });
  // A constructed sheet is allowed where the page's policy forbids inline styles.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const buttons = sources.map((source) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = source;
    button.textContent = faces[source];
    button.addEventListener('click', () => onPress(source));
    return button;
  });
  const note = document.createElement('p');
  note.textContent = 'PayPal simulator: no real money';
  root.append(...buttons, note);
  return {
    host,
    setEnabled: (isEnabled) => {
      for (const button of buttons) button.setAttribute('aria-disabled', String(!isEnabled));
    },
  };
};
