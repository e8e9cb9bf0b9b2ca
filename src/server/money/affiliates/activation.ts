import * as z from 'zod/mini';
import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { ActivationInput } from '../../../shared/schemas/affiliate.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { bulkResult } from '../../frame/lists/bulk-result.ts';
import { affiliateFacts, isOpen } from './affiliate.ts';
import { queueApprovalMails } from './queue-affiliate-mails.ts';

const ids = z.array(z.string());

/** The result for each id, in the order of the request. */
export const activationResult = z.object({
  changed: ids,
  unchanged: ids.check(z.describe('Already in the wanted state')),
  left: ids.check(z.describe('Left the program. Activate such an affiliate alone')),
  missing: ids.check(z.describe('No open affiliate has this ID')),
});

export type ActivationResult = z.infer<typeof activationResult>;

/**
 * Activates or deactivates many affiliates in one transaction, with an audit entry for each change and a mail for each
 * activation.
 */
export async function setActivation(
  context: Context,
  { action, ids: requested }: ActivationInput,
): Promise<ActivationResult> {
  const { now } = context;
  const isActivation = action === 'activate';
  const version = sql`${affiliates.version} + 1`;
  const [{ found, changed }] = await context.db.atomically((tx) => [
    auditedUpdate(tx, context, affiliates, {
      action: 'affiliate.update',
      reason: 'bulk',
      isBulk: true,
      where: isOpen(inArray(affiliates.id, [...requested])),
      // Does not block the foreign keys of purchases that are being recorded.
      lock: 'no key update',
      onlyIf: isActivation
        ? and(isNull(affiliates.dateActivated), isNull(affiliates.leftAt))
        : isNotNull(affiliates.dateActivated),
      found: { id: affiliates.id, leftAt: affiliates.leftAt },
      before: (willChange) => (isActivation ? [queueApprovalMails(context, willChange, { version })] : []),
      set: {
        dateActivated: isActivation ? now : null,
        // A trigger stores the same.
        applicationState: isActivation ? 'approved' : undefined,
        declinedReason: isActivation ? null : undefined,
        updatedAt: now,
        version,
      },
      facts: affiliateFacts,
    }),
  ]);
  const { unchanged, ...result } = bulkResult(requested, {
    known: found.map(({ id }) => id),
    changed: changed.map(({ id }) => id),
  });
  const left = new Set(found.flatMap(({ id, leftAt }) => (isActivation && leftAt ? [id] : [])));
  return {
    ...result,
    unchanged: unchanged.filter((id) => !left.has(id)),
    left: unchanged.filter((id) => left.has(id)),
  };
}

/** Returns the activation date to store. Throws `invalid` for a date in the future. */
export function validateActivation(activated: Date | null, now: Date): Date | null {
  if (isFutureActivation(activated, now))
    throw problem('invalid', { fields: [{ field: 'date_activated', message: futureActivation }] });
  return clampToNow(activated, now);
}

/** The message for an activation date in the future. */
export const futureActivation = 'Not in the future';

/** Tolerated lead of an admin's clock over the server's clock, in milliseconds. */
const clockTolerance = 24 * 60 * 60_000;

/** Returns true for an activation date in the future, beyond the clock tolerance. */
export function isFutureActivation(activated: Date | null, now: Date): boolean {
  return activated !== null && activated.getTime() > now.getTime() + clockTolerance;
}

/** Returns the activation date, at most `now`: a saved code is valid at once. */
export function clampToNow(activated: Date | null, now: Date): Date | null {
  return activated !== null && activated > now ? now : activated;
}
