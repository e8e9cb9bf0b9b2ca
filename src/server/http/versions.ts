import { problem } from '../../shared/problems.ts';
import type { RequestContext } from './types.ts';

/**
 * The version that a change was made from: of `If-Match: "N"`, or of the body; null where neither says one (or
 * If-Match is a star). Throws `changed-meanwhile` for two that differ and for a tag that no record has.
 */
export const expectedVersion = (c: RequestContext, inBody: number | null = null): number | null => {
  const tag = c.req.header('if-match')?.trim();
  if (tag === undefined || tag === '*') return inBody;
  const version = Number(/^"(\d{1,9})"$/.exec(tag)?.[1] ?? NaN);
  if (Number.isNaN(version) || (inBody !== null && inBody !== version)) throw problem('changed-meanwhile');
  return version;
};

/** Whether a change is one of a record that is there, of whichever version: `If-Match: *`, or one that names a version. */
export const isOfKnown = (c: RequestContext): boolean => c.req.header('if-match') !== undefined;
