import { hash } from 'node:crypto';
import { limits } from '../../../shared/limits.ts';
import { once } from '../../../shared/once.ts';
import { isGuessable } from '../../../shared/passwords.ts';
import { fieldProblem, Problem } from '../../../shared/problems.ts';
import { site } from '../../../shared/site.ts';
import type { Context } from '../../frame/context/context.ts';
import { networkLimit, countTarget } from '../../frame/limits/count-hit.ts';
import { createHttpClient } from '../../frame/outbound/http-client.ts';
import { withTiming, withTimeout } from '../../frame/outbound/timing.ts';

/** The number of hex digits of a hash that leave the browser or the server. */
const prefixLength = 5;

/** Throws `password-common` or `password-leaked` about the field `newPassword`. */
export async function assertGoodPassword(
  context: Pick<Context, 'settings'>,
  newPassword: string,
): Promise<void> {
  if (await isCommonPassword(newPassword)) throw fieldProblem('password-common', 'newPassword');
  if (await isLeakedPassword(context, newPassword)) throw fieldProblem('password-leaked', 'newPassword');
}

const loadCommonPasswords = once(async (): Promise<ReadonlySet<string>> => {
  const { commonPasswords } = await import('./common-passwords.ts');
  return new Set(commonPasswords);
});

/** True for one of the 3,000 most common passwords in any letter case, a context word, or blanks. The first call loads the list. */
export async function isCommonPassword(password: string): Promise<boolean> {
  return isGuessable(password) || (await loadCommonPasswords()).has(password.toLowerCase());
}

/**
 * True if a password is in the list of Have I Been Pwned. Only the first five digits of its SHA-1 leave the server. False if the
 * service does not answer, because its outage should keep nobody from their account. The log has a line about the outage.
 */
async function isLeakedPassword(context: Pick<Context, 'settings'>, password: string): Promise<boolean> {
  const digest = digestOf(password);
  const suffixes = await leakedSuffixes(context, digest.slice(0, prefixLength));
  return suffixes.includes(digest.slice(prefixLength));
}

/** Returns the other 35 digits of the hashes of common passwords that begin with a prefix. */
export async function commonSuffixes(prefix: string): Promise<readonly string[]> {
  const digests = [...(await loadCommonPasswords())]
    .map(digestOf)
    .filter((digest) => digest.startsWith(prefix));
  return digests.map((digest) => digest.slice(prefixLength));
}

function digestOf(password: string): string {
  return hash('sha1', password).toUpperCase();
}

/** Counts a look-up by the caller's network. Throws `too-many-requests`. Look-ups go on while the database is down. */
export async function countLookUp(context: Pick<Context, 'db' | 'now' | 'network'>): Promise<void> {
  await countTarget(context, `passwords:${context.network}`, networkLimit('passwords')).catch(
    (error: unknown) => {
      if (error instanceof Problem && error.code === 'too-many-requests') throw error;
    },
  );
}

const client = createHttpClient(site.product);

/**
 * Returns the other 35 digits of the leaked hashes that begin with a prefix. Empty if the service does not answer. The padding
 * hides from observers of the connection which prefix it was.
 */
export async function leakedSuffixes(
  { settings }: Pick<Context, 'settings'>,
  prefix: string,
): Promise<readonly string[]> {
  const { leakedPasswordsUrl: base } = settings;
  if (base === undefined) return [];
  const load = async (signal: AbortSignal) => {
    const response = await client(new URL(`/range/${prefix}`, base), {
      headers: { 'add-padding': 'true' },
      signal,
    });
    if (!response.ok) throw new Error(`The look-up of leaked passwords answered ${String(response.status)}`);
    return suffixesOf(await response.text());
  };
  const name = 'leaked-passwords';
  return withTiming(name, () => withTimeout(name, limits.timeoutMs.leakedPasswords, load)).catch(() => []);
}

/** Parses the lines `SUFFIX:COUNT`. Lines with the count 0 are padding. */
function suffixesOf(range: string): readonly string[] {
  const lines = range.split(/\r?\n/).map((line) => line.split(':'));
  return lines.flatMap(([suffix = '', count = '0']) => (Number(count) > 0 ? [suffix] : []));
}
