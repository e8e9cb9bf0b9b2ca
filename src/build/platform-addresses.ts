/** Addresses that functions answer or that netlify.toml leads elsewhere, whatever page there is. */
export const ofThePlatform: readonly string[] = ['/api', '/dist', '/user-profiles'];

/** Returns true for an address that functions answer or that netlify.toml leads elsewhere. */
export function isOfThePlatform(address: string): boolean {
  return /^\/(?:api|dist|profile)\//.test(address);
}
