import { permissions, type Directives } from '../../shared/security-headers.ts';
import type { HeaderSettings } from './settings.ts';

/** What a page has beyond the strict policy and the common headers of all pages. */
export interface PageRow {
  /** Sources that are added to the strict policy, by directive. */
  readonly sources?: Directives;
  /** Whether scripts of others run there, which know nothing of trusted types. */
  readonly foreignScripts?: boolean;
  /** Headers of its own, or in the place of the common ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further paths that are answered with this page, as netlify.toml rewrites them. */
  readonly alsoAt?: readonly string[];
}

const paypalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com'];

/** Where the payment provider's script comes from; the local stack's simulator is one origin for everything. */
const paymentHosts = ({ paypalSdkUrl }: HeaderSettings): readonly string[] => {
  const { hostname, origin } = new URL(paypalSdkUrl ?? 'https://www.paypal.com');
  return /(?:^|\.)paypal\.com$/.test(hostname) ? paypalHosts : [origin];
};

/**
 * The payment provider, as https://developer.paypal.com/sdk/js/best-practices wants it, but for inline scripts:
 * its buttons are drawn first in frames of ours, and work once its own page is in them.
 */
const checkout = (settings: HeaderSettings): PageRow => {
  const hosts = paymentHosts(settings);
  return {
    sources: {
      'script-src': hosts,
      'connect-src': hosts,
      'frame-src': hosts,
      'img-src': [...hosts, 'data:'],
      'style-src': [...hosts, "'unsafe-inline'"],
    },
    foreignScripts: true,
    headers: {
      // The payment window must be able to answer the page that opened it.
      'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
      'Permissions-Policy': permissions('self', ...hosts.map((host) => `"${host}"`)),
    },
  };
};

/** The installers' addresses redirect to the release storage, which is asked when they were published. */
const downloads = ({ downloadsOrigin }: HeaderSettings): PageRow =>
  downloadsOrigin ? { sources: { 'connect-src': [downloadsOrigin] } } : {};

/** People keep their pictures wherever they like, https alone. */
const pictures: Directives = { 'img-src': ['https:'] };

/** The address holds what resets a password, or names a person: nobody else learns it, and nothing keeps it. */
const secretAddress = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' } as const;

/** The content editor keeps what is written at GitHub, and shows it as it is being written; what it uploads it reads again. */
const editor: PageRow = {
  sources: {
    'connect-src': ['https://api.github.com', 'blob:', 'data:'],
    'img-src': ['https://*.githubusercontent.com', 'blob:', 'data:'],
    'style-src': ["'unsafe-inline'"],
  },
  foreignScripts: true,
};

/** The pages with a row of their own, by path; every other page has the strict policy and the common headers. */
const rows = (settings: HeaderSettings): Readonly<Record<string, PageRow>> => ({
  '/buy': checkout(settings),
  '/download': downloads(settings),
  '/reset-password': { headers: secretAddress },
  '/set-new-password': { headers: secretAddress },
  '/profile': { sources: pictures, headers: secretAddress, alsoAt: ['/profile/*'] },
  '/user-profile-admin': { sources: pictures },
  '/cms': editor,
});

/** The row of the page at this path. */
export const rowOf = (path: string, settings: HeaderSettings): PageRow => rows(settings)[path] ?? {};
