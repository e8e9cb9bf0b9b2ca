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

/** Gives the address this query, in place of its own: a reload, or the way through /login, comes back to the same. */
export const keepInAddress = (query: URLSearchParams): void => {
  const text = query.toString();
  history.replaceState(history.state, '', location.pathname + (text && `?${text}`) + location.hash);
};

const endedKey = 'session-ended';

/** Leaves a word for /login, in this tab: the session that led here is no longer good. */
export const leaveEndedMark = (): void => {
  try {
    sessionStorage.setItem(endedKey, '');
  } catch {
    // Then /login says nothing of it.
  }
};

/** Takes the word away and says whether it was there. */
export const takeEndedMark = (): boolean => {
  try {
    const left = sessionStorage.getItem(endedKey) !== null;
    sessionStorage.removeItem(endedKey);
    return left;
  } catch {
    return false;
  }
};
