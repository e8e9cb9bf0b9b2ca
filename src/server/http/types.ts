import type { Context as HonoContext } from 'hono';
import type { Context } from '../context.ts';

/** Where lines of the log go. */
export type Log = (line: Readonly<Record<string, unknown>>) => void;

export interface AppEnv {
  /** What the platform says of a call. */
  Bindings: {
    readonly address?: string;
    /** Lets work go on after the answer, as long as a function may run. */
    readonly waitUntil?: (work: Promise<unknown>) => void;
  };
  /** What is known of a call before its handler. */
  Variables: {
    readonly context: Context;
    readonly log: Log;
  };
}

/** Hono's context of a request. */
export type RequestContext = HonoContext<AppEnv>;

/** The eight groups of an IPv6 address as URLs write it, of which `::` stands for those that are 0. */
const groupsOf = (address: string): string[] => {
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
};

/** Whether it is an IPv6 address. Node's own answer compiles its rule when it is first asked, which takes 3 ms. */
const isIPv6 = (address: string): boolean =>
  /^[\da-f.]*:[\da-f:.]*$/i.test(address) && URL.canParse(`http://[${address}]`);

/**
 * What counts as one caller: an IPv4 address, or the first 64 bits of one of IPv6, as whoever has one of these has all that
 * begin with them (RFC 6177). Anything else stays as it is.
 */
export const networkOf = (address: string): string => {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const written = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  // An IPv4 address in the form of IPv6 is one caller's.
  if (written.startsWith('::ffff:')) return written;
  return `${groupsOf(written).slice(0, 4).join(':')}::/64`;
};
