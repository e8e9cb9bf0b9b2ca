import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { dayMs } from '../../../shared/dates.ts';
import { findPlan } from '../../../shared/plans.ts';
import { fieldProblem, problem } from '../../../shared/problems.ts';
import type { InvitationInput } from '../../../shared/schemas/purchase.ts';
import { auditedInsert, auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { hashText } from '../../frame/db/hash-text.ts';
import { invitations } from '../../frame/db/schema/invitations.ts';
import { isOpenInvitation } from './invitation.ts';

const { id, planId, priceCents, providerPlanId, endsAt, withdrawnAt } = invitations;

/**
 * Makes an invitation, and returns the token of its link, which is not stored. Audited, without the reason, because it may name a
 * person. Throws `invitation-price-wrong`, `invitation-plan-wrong`.
 */
export async function makeInvitation(
  context: Context,
  { plan, price, provider_plan_id: atPayPal = null, reason, days }: InvitationInput,
): Promise<{ readonly id: string; readonly token: string }> {
  const { priceCents: usualCents = 0, interval = null } = findPlan(plan) ?? {};
  if (price >= usualCents) throw fieldProblem('invitation-price-wrong', 'price');
  const isPlanRight =
    interval === null
      ? atPayPal === null
      : atPayPal !== null && (await context.paypal.hasPlan(atPayPal, price));
  if (!isPlanRight) throw fieldProblem('invitation-plan-wrong', 'provider_plan_id');
  const token = randomBytes(24).toString('base64url');
  const made = { id: uuidv7(), token };
  await context.db.atomically((tx) => [
    auditedInsert(tx, context, invitations, {
      action: 'invitation.create',
      values: {
        id: made.id,
        tokenHash: hashText(token),
        planId: plan,
        priceCents: price,
        providerPlanId: atPayPal,
        reason,
        endsAt: new Date(context.now.getTime() + days * dayMs),
        createdAt: context.now,
      },
      facts: [planId, priceCents, providerPlanId, endsAt],
    }),
  ]);
  return made;
}

/** Ends an open invitation. An order that was begun before is accepted for a few days more. Audited. Throws `invitation-not-found`. */
export async function withdrawInvitation(context: Context, invitationId: string): Promise<void> {
  const { now } = context;
  const [{ changed }] = await context.db.atomically((tx) => [
    auditedUpdate(tx, context, invitations, {
      action: 'invitation.withdraw',
      where: eq(id, invitationId),
      onlyIf: isOpenInvitation(now),
      set: { endsAt: now, withdrawnAt: now },
      facts: [endsAt, withdrawnAt],
    }),
  ]);
  if (changed.length === 0) throw problem('invitation-not-found');
}
