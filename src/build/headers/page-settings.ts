import { createHash } from 'node:crypto';
import { inlineStyles, mailStyle } from '../../shared/mail-style.ts';
import { type Directives, permissions, reportDirectives } from '../../shared/security-headers.ts';
import type { HeaderSettings } from './settings.ts';

/** Exceptions of a page from the strict policy and the common headers. */
export interface PageSettings {
  /** Sources to add to the policy, by directive. */
  readonly sources?: Directives;
  /** Directives that replace those of the strict policy. */
  readonly replaced?: Directives;
  /** True if third-party scripts run on the page; they do not support trusted types. */
  readonly hasForeignScripts?: boolean;
  /** Headers to add or to replace. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Other paths that netlify.toml rewrites to this page. */
  readonly alsoAt?: readonly string[];
}

/** Returns the exceptions of the page at a path. */
export function pageSettings(path: string, settings: HeaderSettings): PageSettings {
  const pages: Readonly<Record<string, PageSettings>> = {
    '/buy': checkout(settings),
    '/download': downloads(settings),
    '/reset-password': { headers: privateAddress },
    '/set-new-password': { headers: privateAddress },
    '/purchases': { headers: privateAddress },
    '/find-duplicates': { replaced: silence },
    '/profile': { sources: pictures, headers: privateAddress, alsoAt: ['/profile/*'] },
    '/user-profile-admin': { sources: pictures },
    '/newsletter-admin': { sources: mailPreview },
    '/cms': editor,
  };
  return pages[path] ?? {};
}

const paypalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com'];

/**
 * Allows PayPal, as https://developer.paypal.com/sdk/js/best-practices asks, except for inline scripts. The SDK renders its
 * buttons in frames without a source first, and replaces them by frames of PayPal.
 */
function checkout({ paypalSdkUrl }: HeaderSettings): PageSettings {
  const { hostname, origin } = new URL(paypalSdkUrl ?? 'https://www.paypal.com');
  // The simulator of the local stack is one origin.
  const hosts = /(?:^|\.)paypal\.com$/.test(hostname) ? paypalHosts : [origin];
  return {
    sources: {
      'script-src': hosts,
      'connect-src': hosts,
      'frame-src': hosts,
      'img-src': [...hosts, 'data:'],
      'style-src': [...hosts, "'unsafe-inline'"],
      ...reportDirectives,
    },
    hasForeignScripts: true,
    headers: {
      // The payment window posts messages to the page that opened it.
      'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
      'Permissions-Policy': permissions('self', ...hosts.map((host) => `"${host}"`)),
    },
  };
}

/** Allows HEAD requests for the installers, which redirect to the release storage. */
function downloads({ downloadsOrigin }: HeaderSettings): PageSettings {
  return downloadsOrigin ? { sources: { 'connect-src': [downloadsOrigin] } } : {};
}

/** Allows profile pictures from any host. */
const pictures: Directives = { 'img-src': ['https:'] };

/**
 * Allows the preview of a letter: a sandboxed frame with the HTML of the mail. A blob frame inherits the policy of the page
 * around it, so the policy must allow the styles of the mail. It allows none of the mail's scripts.
 */
const mailPreview: Directives = {
  'frame-src': ['blob:'],
  // 'unsafe-hashes' extends the hashes to `style` attributes.
  'style-src': ["'unsafe-hashes'", ...[mailStyle, ...Object.values(inlineStyles)].map(hashSource)],
};

function hashSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

/** Keeps an address with a token or a user id, and a page with purchases, out of referrers and caches. */
const privateAddress = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' } as const;

/**
 * Allows no connection at all: the page reads a visitor's list. Its scripts, its worker and fonts are files of this site, which are
 * loaded before a file can be chosen, and its styles are in the page. A worker has the policy of its file: see `workerPolicy`.
 */
const silence: Directives = {
  'style-src': [],
  'img-src': ["'none'"],
  'connect-src': ["'none'"],
  'manifest-src': ["'none'"],
  'worker-src': ["'self'"],
  'form-action': ["'none'"],
  // A policy of this name allows the worker's script alone (src/client/duplicates/call-worker.ts).
  'trusted-types': ['worker'],
};

/** Allows the content editor to save to GitHub, and to show pictures before they are uploaded. */
const editor: PageSettings = {
  sources: {
    'connect-src': ['https://api.github.com', 'blob:', 'data:'],
    'img-src': ['https://*.githubusercontent.com', 'blob:', 'data:'],
    'style-src': ["'unsafe-inline'"],
  },
  hasForeignScripts: true,
};
