import type { PayPalButtonsComponentProps } from '@paypal/react-paypal-js';

/** What a site passes to `paypal.Buttons`. */
export type ButtonsOptions = Omit<
  PayPalButtonsComponentProps,
  'children' | 'className' | 'disabled' | 'forceReRender'
>;

/** What `paypal.Buttons` answers, by the types of the library that calls it. */
export type ButtonsComponent = ReturnType<NonNullable<NonNullable<Window['paypal']>['Buttons']>>;
