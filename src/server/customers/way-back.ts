/** True for a path that browsers keep on this site: they read a backslash as a slash. */
const isPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/**
 * Returns the path of the page that a form was sent from, `/` if it is not a page of this site. It never leads elsewhere:
 * only the path of an address with the same host counts. `here` is the address of the call.
 */
export function wayBack(referer: string | undefined, here: string): string {
  const from = URL.parse(referer ?? '');
  const isOwn =
    from !== null &&
    /^https?:$/.test(from.protocol) &&
    from.host === new URL(here).host &&
    isPath(from.pathname);
  return isOwn ? from.pathname : '/';
}
