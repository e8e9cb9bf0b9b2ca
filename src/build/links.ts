import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { site } from '../shared/site.ts';

/** The ids of a page, and the addresses in its `href` and `src` attributes. */
export interface PageLinks {
  readonly ids: readonly string[];
  readonly addresses: readonly string[];
}

/** Reads the ids and addresses of an HTML page. */
export function linksIn(html: string): PageLinks {
  const attributes = attributesOf(parse(html));
  return {
    ids: attributes.flatMap(({ name, value }) => (name === 'id' ? [value] : [])),
    addresses: attributes.flatMap(({ name, value }) => (name === 'href' || name === 'src' ? [value] : [])),
  };
}

function attributesOf(node: DefaultTreeAdapterTypes.Node): readonly { name: string; value: string }[] {
  const ownAttributes = 'attrs' in node ? node.attrs : [];
  const children = 'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : [];
  return [...ownAttributes, ...children.flatMap(attributesOf)];
}

/** Pages and other addresses of the site. */
export interface SiteAddresses {
  /** Returns the anchors of the page at a path, or undefined if there is no page. */
  readonly idsAt: (path: string) => readonly string[] | undefined;
  /** Returns true if a file or a function answers a path. */
  readonly isServed: (path: string) => boolean;
}

/** Returns a message if an address on the page at `from` leads nowhere, otherwise null. */
export function linkProblem(
  address: string,
  from: string,
  { idsAt, isServed }: SiteAddresses,
): string | null {
  if (!URL.canParse(address, site.url + from)) return `${address} is no address`;
  const { protocol, origin, pathname, hash, hostname } = new URL(address, site.url + from);
  if (protocol === 'mailto:') return null;
  if (protocol !== 'https:') return `${address} is neither https nor mailto`;
  if (origin !== site.url) return hostname.includes('.') ? null : `${address} names no host`;
  const path = decode(pathname);
  const ids = idsAt(path);
  if (!ids) return isServed(path) && hash === '' ? null : `${address} leads nowhere`;
  const anchor = decode(hash.slice(1));
  return anchor === '' || ids.includes(anchor) ? null : `${address}: there is no #${anchor}`;
}

/** Decodes a URL component. Returns malformed text, such as `50%`, unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** First segments of the paths that functions answer, or that netlify.toml redirects or rewrites. */
const reservedRoots = ['/.well-known', '/api', '/dist', '/user-profiles', '/profile'];

/** Paths that a content page cannot have. /profile is a page; netlify.toml rewrites only the paths below it. */
export const reservedPaths: readonly string[] = reservedRoots.filter((root) => root !== '/profile');

/** Returns true for a path below a reserved root. */
export function isReserved(path: string): boolean {
  return reservedRoots.some((root) => path.startsWith(`${root}/`));
}
