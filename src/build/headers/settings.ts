import { analyticsScript } from '../../shared/analytics-script.ts';

/** What a build's settings say of the site's providers. */
export interface HeaderSettings {
  /** The payment provider's script; undefined for the provider's own address. */
  readonly paypalSdkUrl: string | undefined;
  /** Whether accounts are switched on. */
  readonly hasAccounts: boolean;
  /** The local stack's stand-in for the identity provider. */
  readonly emulatorUrl: string | undefined;
  /** The analytics provider's script; undefined where nothing is measured. */
  readonly analyticsUrl: string | undefined;
}

/** Reads them from the settings that .env.example lists; an empty one counts as none. */
export const headerSettings = (env: Readonly<Record<string, string | undefined>>): HeaderSettings => ({
  paypalSdkUrl: env.PUBLIC_PAYPAL_SDK_URL || undefined,
  hasAccounts: Boolean(env.PUBLIC_FIREBASE_API_KEY && env.PUBLIC_FIREBASE_PROJECT_ID),
  emulatorUrl: env.PUBLIC_FIREBASE_EMULATOR_URL || undefined,
  analyticsUrl: env.PUBLIC_ANALYTICS_ID ? env.PUBLIC_ANALYTICS_URL || analyticsScript : undefined,
});
