/** Paths that a content page cannot have: functions answer there, or netlify.toml redirects them. */
export const reservedPaths: readonly string[] = ['/api', '/dist', '/user-profiles'];

/** Returns true for an address that a function answers or that netlify.toml redirects or rewrites. */
export function isReserved(address: string): boolean {
  return /^\/(?:api|dist|profile)\//.test(address);
}
