import type { Directives } from '../../shared/security-headers.ts';
import type { HeaderSettings } from './settings.ts';

const identityHosts = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/** The parts of a page that may ask the identity provider: its islands. Signing out asks nobody. */
export const callersIn = (html: string): string => (html.match(/<astro-island\b[^>]*>/g) ?? []).join('\n');

/** The identity provider, for a page whose scripts know it; `scripts` are the texts that its callers load. */
const identitySources = (
  scripts: readonly string[],
  { hasAccounts, emulatorUrl }: HeaderSettings,
): Directives => {
  if (!hasAccounts || !scripts.some((text) => text.includes('identitytoolkit.googleapis.com'))) return {};
  const emulator = emulatorUrl ? [new URL(emulatorUrl).origin] : [];
  return { 'connect-src': [...identityHosts, ...emulator] };
};

/** The element that src/layouts/PageScripts.astro writes into measured pages. */
const measured = '<template id="analytics"';

/** The hosts of https://developers.google.com/tag-platform/security/guides/csp for page views and events. */
const googleHosts = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
];

/** The analytics provider of a measured page, as the settings name it, not the page; null where nothing is measured. */
const analyticsSources = (html: string, { analyticsUrl }: HeaderSettings): Directives | null => {
  if (!analyticsUrl || !html.includes(measured)) return null;
  const { hostname, origin } = new URL(analyticsUrl);
  const hosts = hostname === 'www.googletagmanager.com' ? googleHosts : [origin];
  return { 'script-src': [origin], 'connect-src': hosts, 'img-src': hosts };
};

/** What a built page shows that it needs: sources to add, and whether scripts of others are among them. */
export const carriedSources = (html: string, scripts: readonly string[], settings: HeaderSettings) => {
  const analytics = analyticsSources(html, settings);
  return {
    sources: [identitySources(scripts, settings), analytics ?? {}],
    foreignScripts: analytics !== null,
  };
};
