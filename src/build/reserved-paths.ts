/** First parts of addresses that functions answer or that netlify.toml redirects or rewrites. */
const reservedRoots = ['/api', '/dist', '/user-profiles', '/profile'];

/** Paths that a content page cannot have. /profile is a page itself; only addresses below it are rewritten. */
export const reservedPaths: readonly string[] = reservedRoots.filter((root) => root !== '/profile');

/** Returns true for an address below a reserved path: no file of the site is there. */
export function isReserved(address: string): boolean {
  return reservedRoots.some((root) => address.startsWith(`${root}/`));
}
