import { isFundingSource } from './sdk/button-face.ts';
import { buttonsFactory } from './sdk/buttons.ts';
import { contextOf } from './sdk/context.ts';

const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) throw new Error('PayPal Payments SDK script not found.');

const namespace = script.dataset['namespace'] ?? 'paypal';

Object.defineProperty(window, namespace, {
  configurable: true,
  writable: true,
  value: {
    version: '5.0.simulator',
    FUNDING: { PAYPAL: 'paypal', CARD: 'card', VENMO: 'venmo', CREDIT: 'credit', PAYLATER: 'paylater' },
    Buttons: buttonsFactory(contextOf(script)),
    getFundingSources: () => ['paypal', 'card'],
    isFundingEligible: isFundingSource,
    rememberFunding: () => undefined,
  },
});
