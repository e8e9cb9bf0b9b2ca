import { isNotNull } from 'drizzle-orm';
import { dayOf } from '../../../shared/dates.ts';
import type { Context } from '../../frame/context/context.ts';
import { licenses } from '../../frame/db/schema/licenses.ts';
import { isSignedBy, readSigningKey, signWith } from './signing-key.ts';

/**
 * Returns the signed list of revoked licenses. The first line is the signature of everything after it.
 * docs/license-format.md describes the list.
 */
export async function writeRevokedList({ db, settings, now }: Context): Promise<string> {
  const revoked = await db
    .select({ id: licenses.id })
    .from(licenses)
    .where(isNotNull(licenses.revokedAt))
    .orderBy(licenses.id);
  const key = readSigningKey(settings.licenseKey);
  const lines = [
    'kithbook-revoked-1',
    `Key: ${key.id}`,
    `As of: ${dayOf(now)}`,
    ...revoked.map(({ id }) => id),
    '',
  ];
  const text = lines.join('\n');
  return `${signWith(key, text)}\n${text}`;
}

/**
 * Returns the ids of a signed list, for keys by id: 32 bytes in base64url each. Throws if the list is not signed with one of
 * them.
 */
export function readRevokedList(list: string, keys: ReadonlyMap<string, string>): ReadonlySet<string> {
  const text = list.slice(list.indexOf('\n') + 1);
  const signature = list.slice(0, list.length - text.length);
  const [format, keyLine = '', , ...ids] = text.split('\n');
  const key = keys.get(keyLine.replace('Key: ', ''));
  if (format !== 'kithbook-revoked-1' || key === undefined || !isSignedBy(key, text, signature))
    throw new Error('The list of revoked licenses is not signed by us.');
  return new Set(ids.filter((id) => id !== ''));
}
