/** The query parameter of /login that says where to go afterwards. */
const parameter = 'next';

/** Where somebody lands who asked for no page in particular. */
export const homeOfMembers = '/affiliate-dashboard';

/** The address of /login that leads back to `here` (path, query and hash). */
export const loginFor = (here: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  `/login?${new URLSearchParams({ [parameter]: here.pathname + here.search + here.hash }).toString()}`;

/**
 * Where the query of /login leads: a path of this site with its query and hash, never another site and never
 * /login itself; else the dashboard.
 */
export const returnPath = (search: string, origin: string): string => {
  const wanted = new URLSearchParams(search).get(parameter) ?? '';
  if (!wanted.startsWith('/') || !URL.canParse(wanted, origin)) return homeOfMembers;
  const target = new URL(wanted, origin);
  // What is left of `/.//elsewhere` would be read as another site's address.
  const isForeign = target.origin !== origin || target.pathname.startsWith('//');
  if (isForeign || /^\/login(\/|$)/.test(target.pathname)) return homeOfMembers;
  return target.pathname + target.search + target.hash;
};
