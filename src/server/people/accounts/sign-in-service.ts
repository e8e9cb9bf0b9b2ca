import { createHash, timingSafeEqual } from 'node:crypto';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import type { Actor, Context } from '../../frame/context/context.ts';
import { assertNotLockedOut, lockedOut, recordFailure } from '../../frame/limits/lock-out.ts';
import type { ServiceCredentials } from '../../../shared/roles.ts';

/**
 * Signs a machine in with the credentials of the service, in one round trip. Throws `sign-in-required` for wrong credentials.
 * Throws `too-many-requests` for a network that is locked out, even if its credentials are right. The response time does
 * not show to such a network whether its credentials are right.
 */
export async function signInService(
  { db, settings, network, now }: Pick<Context, 'db' | 'settings' | 'network' | 'now'>,
  credentials: ServiceCredentials,
): Promise<Actor> {
  const { service } = settings;
  if (!service) throw problem('sign-in-required');
  const checks = [isSame(credentials.name, service.name), isSame(credentials.secret, service.secret)];
  const isRight = checks.every(Boolean);
  const attempt = { target: `service:${network}`, limit: limits.perTarget.serviceTries, now };
  try {
    const statements = isRight ? [assertNotLockedOut(attempt)] : recordFailure(attempt);
    await db.atomically((tx) => statements.map((statement) => tx.execute(statement)));
  } catch (error) {
    throw lockedOut(error) ?? error;
  }
  if (!isRight) throw problem('sign-in-required');
  return { kind: 'service' };
}

/** Compares two texts in constant time. */
function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
