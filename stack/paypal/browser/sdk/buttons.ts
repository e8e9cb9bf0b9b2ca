import { drawButtons, isFundingSource, type FundingSource } from './button-face.ts';
import { startCheckout, type Checkout } from './checkout.ts';
import type { SdkContext } from './context.ts';
import type { ButtonsComponent, ButtonsOptions } from './types.ts';

const containerOf = (container: HTMLElement | string): HTMLElement => {
  const element = typeof container === 'string' ? document.querySelector<HTMLElement>(container) : container;
  if (!element) throw new Error(`Document is ready and element ${String(container)} does not exist`);
  if (element.tagName === 'BUTTON') throw new Error('Do not render the PayPal button into a button element');
  return element;
};

const sourcesOf = ({ fundingSource, style }: ButtonsOptions): FundingSource[] => {
  if (fundingSource) return isFundingSource(fundingSource) ? [fundingSource] : [];
  return style?.layout === 'horizontal' ? ['paypal'] : ['paypal', 'card'];
};

/** `paypal.Buttons(options)` of one loaded script. */
export const buttonsFactory =
  (context: SdkContext) =>
  (options: ButtonsOptions = {}): ButtonsComponent => {
    const props = { ...options };
    const sources = sourcesOf(props);
    let isEnabled = true;
    let checkout: Checkout | null = null;

    const press = (source: FundingSource): void => {
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
    };

    const { host, setEnabled } = drawButtons(sources, press);
    const enable = (value: boolean) => (): Promise<void> => {
      isEnabled = value;
      setEnabled(value);
      return Promise.resolve();
    };

    return {
      isEligible: () => sources.length > 0,
      render: async (container) => {
        containerOf(container).append(host);
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
