import { parse } from 'smol-toml';
import * as z from 'zod/mini';
import { analyticsScript } from '../../shared/analytics-script.ts';

/** Settings of a build that decide which services its pages may reach. */
export interface HeaderSettings {
  /** Address of PayPal's SDK; undefined for PayPal's own address. */
  readonly paypalSdkUrl: string | undefined;
  /** True if Firebase is configured. */
  readonly hasAccounts: boolean;
  /** Address of the Firebase emulator in the local stack. */
  readonly emulatorUrl: string | undefined;
  /** Origin of the release storage; undefined if /dist is not redirected. */
  readonly downloadsOrigin: string | undefined;
  /** Address of the analytics script; undefined without analytics. */
  readonly analyticsUrl: string | undefined;
}

/** Reads the settings from the variables in .env.example and from netlify.toml. An empty variable counts as missing. */
export function headerSettings(
  env: Readonly<Record<string, string | undefined>>,
  netlifyToml = '',
): HeaderSettings {
  return {
    paypalSdkUrl: env.PUBLIC_PAYPAL_SDK_URL || undefined,
    hasAccounts: Boolean(env.PUBLIC_FIREBASE_API_KEY && env.PUBLIC_FIREBASE_PROJECT_ID),
    emulatorUrl: env.PUBLIC_FIREBASE_EMULATOR_URL || undefined,
    downloadsOrigin: downloadsOrigin(netlifyToml),
    analyticsUrl: env.PUBLIC_ANALYTICS_ID ? env.PUBLIC_ANALYTICS_URL || analyticsScript : undefined,
  };
}

const netlifyRules = z.object({
  redirects: z._default(z.array(z.object({ from: z.string(), to: z.string() })), []),
});

/** Returns the origin to which netlify.toml redirects /dist, or undefined for the placeholder, an `.example` host. */
function downloadsOrigin(netlifyToml: string): string | undefined {
  const { redirects } = netlifyRules.parse(parse(netlifyToml));
  const storage = redirects.find(({ from }) => from === '/dist/*')?.to ?? '';
  const { origin, hostname } = URL.parse(storage) ?? {};
  return hostname?.endsWith('.example') ? undefined : origin;
}
