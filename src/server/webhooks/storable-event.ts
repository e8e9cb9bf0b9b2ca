import { problem } from '../../shared/problems.ts';

/** Deeper than anything that the provider sends, and far from what the database takes. */
const deepest = 64;

const nul = String.fromCharCode(0);
const storable = (text: string): string => text.toWellFormed().replaceAll(nul, '\ufffd');

/**
 * A JSON value as the database can keep it: characters that PostgreSQL has no place for are replaced, since an event must
 * not be lost for one in a note. Throws `request-malformed` for one that is nested without sense.
 */
export const storableEvent = (value: unknown, depth = 0): unknown => {
  if (depth > deepest) throw problem('request-malformed');
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map((item) => storableEvent(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storable(name), storableEvent(item, depth + 1)]),
  );
};
