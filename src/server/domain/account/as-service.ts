import { createHash, timingSafeEqual } from 'node:crypto';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context, ServiceCredentials } from '../../context.ts';
import { assertNotLockedOut, keepFailedTry, lockedOut } from '../operations/lock-out.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time for any two texts. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/**
 * Has a machine's work done that gives the service's credentials, in a context that knows it. Throws `sign-in-required` for wrong
 * ones, and `too-many-requests` for an address that was wrong too often, even with right ones.
 *
 * Whether an address is locked out is asked before anything else, of the database, for right and for wrong credentials in a
 * batch that ends there: neither the answer nor its time tells which they were. Work that only reads is asked for in the
 * same batch, so it takes one round trip; whatever it comes to without the database waits for that question alone.
 */
export const asService = async <T>(
  context: Context,
  given: ServiceCredentials,
  { reads, work }: { readonly reads: boolean; readonly work: (context: Context) => T | Promise<T> },
): Promise<T> => {
  const { db, settings, address, now } = context;
  const { service } = settings;
  if (!service) throw problem('sign-in-required');
  const checks = [isSame(given.name, service.name), isSame(given.secret, service.secret)];
  const tried = { target: `service:${address}`, limit: limits.perTarget.serviceTries, now };
  let isAsked = false;
  const guarded = db.behind(() => {
    isAsked = true;
    return assertNotLockedOut(tried);
  });
  try {
    if (!checks.every(Boolean)) {
      await keepFailedTry(db, tried);
      throw problem('sign-in-required');
    }
    if (!reads) await guarded.batch([]);
    try {
      return await work({ ...context, db: reads ? guarded : db, actor: { kind: 'service' } });
    } finally {
      if (!isAsked) await guarded.batch([]);
    }
  } catch (error) {
    throw lockedOut(error) ?? error;
  }
};
