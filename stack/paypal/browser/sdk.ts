import { startCheckout, type Checkout } from './sdk/checkout.ts';
import { type SdkContext, type ButtonsComponent, type ButtonsOptions, readContext } from './sdk/context.ts';

/** Returns `paypal.Buttons` for a script tag. */
export function createButtonsFactory(context: SdkContext) {
  return (options: ButtonsOptions = {}): ButtonsComponent => {
    const props = { ...options };
    const sources = listFundingSources(props);
    let isEnabled = true;
    let checkout: Checkout | null = null;

    function press(source: FundingSource): void {
      if (checkout) {
        checkout.focus();
        return;
      }
      if (!isEnabled) {
        const ignore = (): Promise<void> => Promise.resolve();
        void props.onClick?.({ fundingSource: source }, { resolve: ignore, reject: ignore });
        return;
      }
      checkout = startCheckout(context, props, source, () => {
        checkout = null;
      });
    }

    const { host, setEnabled } = drawButtons(sources, press);
    const enable = (value: boolean) => (): Promise<void> => {
      isEnabled = value;
      setEnabled(value);
      return Promise.resolve();
    };

    return {
      isEligible: () => sources.length > 0,
      render: async (container) => {
        findContainer(container).append(host);
        await Promise.resolve();
        if (props.createSubscription && !context.vault)
          throw new Error('Must pass vault=true to sdk to use createSubscription');
        if (props.createSubscription && context.intent !== 'subscription')
          console.warn(
            `Expected intent=subscription to be passed to SDK with createSubscription, but got intent=${context.intent}`,
          );
        props.onInit?.({}, { enable: enable(true), disable: enable(false) });
      },
      close: () => {
        checkout?.abandon();
        host.remove();
        return Promise.resolve();
      },
      updateProps: (changed) => {
        Object.assign(props, changed);
        return Promise.resolve();
      },
      hasReturned: () => false,
      resume: () => {
        throw new Error('Resume Flow is not supported.');
      },
    };
  };
}

function listFundingSources({ fundingSource, style }: ButtonsOptions): FundingSource[] {
  if (fundingSource) return isFundingSource(fundingSource) ? [fundingSource] : [];
  return style?.layout === 'horizontal' ? ['paypal'] : ['paypal', 'card'];
}

function findContainer(container: HTMLElement | string): HTMLElement {
  const element = typeof container === 'string' ? document.querySelector<HTMLElement>(container) : container;
  if (!element) throw new Error(`Document is ready and element ${String(container)} does not exist`);
  if (element.tagName === 'BUTTON') throw new Error('Do not render the PayPal button into a button element');
  return element;
}

export type FundingSource = keyof typeof buttonLabels;

const buttonLabels = { paypal: 'Pay with PayPal', card: 'Debit or Credit Card' };

/** True if the simulator has a button for this funding source. */
export function isFundingSource(source: string): source is FundingSource {
  return source in buttonLabels;
}

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

/** Creates the buttons in a shadow root, so that the page's styles do not apply. */
export function drawButtons(
  sources: FundingSource[],
  onPress: (source: FundingSource) => void,
): { host: HTMLElement; setEnabled(isEnabled: boolean): void } {
  const host = document.createElement('div');
  host.className = 'paypal-buttons';
  const root = host.attachShadow({ mode: 'open' });
  // A Content-Security-Policy that forbids inline styles allows constructed style sheets.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const buttons = sources.map((source) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = source;
    button.textContent = buttonLabels[source];
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
}

const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) throw new Error('PayPal Payments SDK script not found.');

const namespace = script.dataset['namespace'] ?? 'paypal';

Object.defineProperty(window, namespace, {
  configurable: true,
  writable: true,
  value: {
    version: '5.0.simulator',
    FUNDING: { PAYPAL: 'paypal', CARD: 'card', VENMO: 'venmo', CREDIT: 'credit', PAYLATER: 'paylater' },
    Buttons: createButtonsFactory(readContext(script)),
    getFundingSources: () => ['paypal', 'card'],
    isFundingEligible: isFundingSource,
    rememberFunding: () => undefined,
  },
});
