import { site } from '../shared/site.ts';

/** What there is at the addresses of the site. */
export interface Served {
  /** The anchors of the page at a path; undefined where there is no page. */
  readonly idsAt: (path: string) => readonly string[] | undefined;
  /** Whether something else is answered at a path. */
  readonly isServed: (path: string) => boolean;
}

/** What stands for itself where it stands for nothing else. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** What is wrong with an address that stands on the page at `from`, or null. */
export const wrongAddress = (address: string, from: string, { idsAt, isServed }: Served): string | null => {
  if (!URL.canParse(address, site.url + from)) return `${address} is no address`;
  const { protocol, origin, pathname, hash, hostname } = new URL(address, site.url + from);
  if (protocol === 'mailto:') return null;
  if (protocol !== 'https:') return `${address} is neither https nor mailto`;
  if (origin !== site.url) return hostname.includes('.') ? null : `${address} names no host`;
  const path = decoded(pathname);
  const ids = idsAt(path);
  if (!ids) return isServed(path) && hash === '' ? null : `${address} leads nowhere`;
  const anchor = decoded(hash.slice(1));
  return anchor === '' || ids.includes(anchor) ? null : `${address}: there is no #${anchor}`;
};
