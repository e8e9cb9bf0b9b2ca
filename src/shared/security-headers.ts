/** The directives of a Content-Security-Policy with their sources. */
export type Directives = Readonly<Record<string, readonly string[]>>;

/** Returns the text of a policy's header. */
export function policyText(directives: Directives): string {
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

/** Returns the source that allows an inline script or style by the hash of its text. */
export async function hashSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

/** The call that receives reports of violations, and its name in a page's headers. */
const violationReports = { path: '/api/reports/csp', endpoint: 'csp' } as const;

/**
 * Directives that ask browsers to report violations. Firefox and Safari read `report-uri`. Chromium prefers `report-to`, whose
 * endpoint `reportingHeaders` names.
 */
export const reportDirectives: Directives = {
  'report-uri': [violationReports.path],
  'report-to': [violationReports.endpoint],
};

/** Returns the header that a page needs for its `report-to`, if it has one. */
export function reportingHeaders(policy: Directives): Readonly<Record<string, string>> {
  const { endpoint, path } = violationReports;
  return policy['report-to'] ? { 'Reporting-Endpoints': `${endpoint}="${path}"` } : {};
}

/** Browser features that no page of the site uses. */
const unusedFeatures = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'serial',
  'usb',
] as const;

/** Returns a Permissions-Policy that allows `payment` only to these origins: `self`, or quoted ones. */
export function permissions(...payment: readonly string[]): string {
  return [...unusedFeatures.map((feature) => `${feature}=()`), `payment=(${payment.join(' ')})`].join(', ');
}

/** The headers of every answer of a file or a function. src/build/headers adds those of a page. */
export const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': permissions(),
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** The headers of every answer of a function. Browsers must not render, frame or cache the data. */
export const callHeaders = {
  ...commonHeaders,
  'Content-Security-Policy': policyText({
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  }),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;
