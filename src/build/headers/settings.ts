import { parse } from 'smol-toml';
import * as z from 'zod/mini';
import { analyticsScript } from '../../shared/analytics-script.ts';

/** What a build's settings say of the site's providers. */
export interface HeaderSettings {
  /** The payment provider's script; undefined for the provider's own address. */
  readonly paypalSdkUrl: string | undefined;
  /** Whether accounts are switched on. */
  readonly hasAccounts: boolean;
  /** The local stack's stand-in for the identity provider. */
  readonly emulatorUrl: string | undefined;
  /** Origin of the release storage, where /dist leads; undefined where it leads nowhere. */
  readonly downloadsOrigin: string | undefined;
  /** The analytics provider's script; undefined where nothing is measured. */
  readonly analyticsUrl: string | undefined;
}

const netlifyRules = z.object({
  redirects: z._default(z.array(z.object({ from: z.string(), to: z.string() })), []),
});

/** Where netlify.toml leads /dist; undefined for its placeholder, a host of the reserved domain `.example`. */
function downloadsOrigin(netlifyToml: string): string | undefined {
  const { redirects } = netlifyRules.parse(parse(netlifyToml));
  const storage = redirects.find(({ from }) => from === '/dist/*')?.to ?? '';
  const { origin, hostname } = URL.parse(storage) ?? {};
  return hostname?.endsWith('.example') ? undefined : origin;
}

/** Reads them from the settings that .env.example lists and from netlify.toml; an empty one counts as none. */
export const headerSettings = (
  env: Readonly<Record<string, string | undefined>>,
  netlifyToml = '',
): HeaderSettings => ({
  paypalSdkUrl: env.PUBLIC_PAYPAL_SDK_URL || undefined,
  hasAccounts: Boolean(env.PUBLIC_FIREBASE_API_KEY && env.PUBLIC_FIREBASE_PROJECT_ID),
  emulatorUrl: env.PUBLIC_FIREBASE_EMULATOR_URL || undefined,
  downloadsOrigin: downloadsOrigin(netlifyToml),
  analyticsUrl: env.PUBLIC_ANALYTICS_ID ? env.PUBLIC_ANALYTICS_URL || analyticsScript : undefined,
});
