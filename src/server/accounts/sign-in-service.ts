import { createHash, timingSafeEqual } from 'node:crypto';
import { limits } from '../../shared/limits.ts';
import { problem } from '../../shared/problems.ts';
import type { Actor, Context, ServiceCredentials } from '../context.ts';
import { assertNotLockedOut, keepFailedTry, lockedOut } from '../limits/lock-out.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time for any two texts. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/**
 * Lets a machine in that has the service's credentials, in one round trip. For an address that is locked out, right and
 * wrong ones take the same time. Throws `sign-in-required` for wrong ones, and `too-many-requests` for an address that
 * was wrong too often, even with right ones.
 */
export const signInService = async (
  { db, settings, address, now }: Pick<Context, 'db' | 'settings' | 'address' | 'now'>,
  given: ServiceCredentials,
): Promise<Actor> => {
  const { service } = settings;
  if (!service) throw problem('sign-in-required');
  const checks = [isSame(given.name, service.name), isSame(given.secret, service.secret)];
  const isRight = checks.every(Boolean);
  const tried = { target: `service:${address}`, limit: limits.perTarget.serviceTries, now };
  try {
    await db.batch(isRight ? [assertNotLockedOut(tried)] : keepFailedTry(tried));
  } catch (error) {
    throw lockedOut(error) ?? error;
  }
  if (!isRight) throw problem('sign-in-required');
  return { kind: 'service' };
};
