/** What the script's own tag says: every button of the page works with it. */
export interface SdkContext {
  /** Origin of the simulator. */
  base: string;
  clientId: string;
  intent: string;
  currency: string;
  vault: boolean;
}

/** Reads the query of `<script src="…/sdk/js?client-id=…">`, with the provider's defaults. */
export const contextOf = (script: HTMLScriptElement): SdkContext => {
  const { origin, searchParams } = new URL(script.src);
  return {
    base: origin,
    clientId: searchParams.get('client-id') ?? '',
    intent: searchParams.get('intent') ?? 'capture',
    currency: searchParams.get('currency') ?? 'USD',
    vault: searchParams.get('vault') === 'true',
  };
};
