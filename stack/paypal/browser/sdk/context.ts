import type { PayPalButtonsComponentProps } from '@paypal/react-paypal-js';

/** The query of the SDK's script tag. */
export interface SdkContext {
  /** Origin of the simulator. */
  base: string;
  clientId: string;
  intent: string;
  currency: string;
  vault: boolean;
}

/** Reads the query of `<script src="…/sdk/js?client-id=…">`, with PayPal's defaults. */
export function readContext(script: HTMLScriptElement): SdkContext {
  const { origin, searchParams } = new URL(script.src);
  return {
    base: origin,
    clientId: searchParams.get('client-id') ?? '',
    intent: searchParams.get('intent') ?? 'capture',
    currency: searchParams.get('currency') ?? 'USD',
    vault: searchParams.get('vault') === 'true',
  };
}

/** Options of `paypal.Buttons`. */
export type ButtonsOptions = Omit<
  PayPalButtonsComponentProps,
  'children' | 'className' | 'disabled' | 'forceReRender'
>;

/** Result of `paypal.Buttons`, as react-paypal-js types it. */
export type ButtonsComponent = ReturnType<NonNullable<NonNullable<Window['paypal']>['Buttons']>>;
