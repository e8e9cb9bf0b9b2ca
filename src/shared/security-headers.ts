/** A Content-Security-Policy's directives with their sources; one without sources stands alone. */
export type Directives = Readonly<Record<string, readonly string[]>>;

/** A policy as its header says it. */
export const policyText = (directives: Directives): string =>
  Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');

/** The source that allows one inline script or style by its exact text. */
export const hashSource = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
};

/** What browsers may do on no page of the site; `payment` where somebody pays. */
const nobodys = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'serial',
  'usb',
] as const;

/** A Permissions-Policy that leaves `payment` to these origins: `self`, or quoted ones. */
export const permissions = (...payment: readonly string[]): string =>
  [...nobodys.map((feature) => `${feature}=()`), `payment=(${payment.join(' ')})`].join(', ');

/**
 * The headers of every answer, a file's as a function's. What a page adds or says otherwise is in
 * src/build/headers.
 */
export const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': permissions(),
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** The headers of every answer of a function: data that is shown, framed and kept by nobody. */
export const callHeaders = {
  ...commonHeaders,
  'Content-Security-Policy': policyText({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;
