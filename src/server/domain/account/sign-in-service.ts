import { createHash, timingSafeEqual } from 'node:crypto';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import type { Actor, Context, ServiceCredentials } from '../../context.ts';
import { assertNotLockedOut, keepFailedTry } from '../operations/lock-out.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time for any two texts. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** A caller that is let in, and what its answer has to wait for where that is not known yet. */
export interface LetIn {
  readonly actor: Actor;
  readonly isFree?: Promise<void>;
}

/**
 * Lets a machine in that has the service's credentials, unless its address is locked out: what it asked for may be looked up
 * while `isFree` is waited for, and not be given before. Throws `sign-in-required` for wrong ones, and
 * `too-many-requests`, here or as `isFree`, for an address that was wrong too often, even with right ones.
 */
export const signInService = async (
  { db, settings, address, now }: Pick<Context, 'db' | 'settings' | 'address' | 'now'>,
  given: ServiceCredentials,
): Promise<Required<LetIn>> => {
  const { service } = settings;
  if (!service) throw problem('sign-in-required');
  const checks = [isSame(given.name, service.name), isSame(given.secret, service.secret)];
  const [target, limit] = [`service:${address}`, limits.perTarget.serviceTries];
  const isFree = assertNotLockedOut(db, target, limit, now);
  if (!checks.every(Boolean)) {
    // First, so that who is locked out costs one read, and writes nothing.
    await isFree;
    await keepFailedTry(db, target, limit, now);
    throw problem('sign-in-required');
  }
  // Who waits for it begins to later.
  isFree.catch(() => undefined);
  return { actor: { kind: 'service' }, isFree };
};
