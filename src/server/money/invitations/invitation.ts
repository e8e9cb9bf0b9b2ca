import * as z from 'zod/mini';
import { and, desc, eq, gt, isNull, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { invitations } from '../../frame/db/schema/invitations.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { type ColumnsOf, iso } from '../../frame/db/sql.ts';

/** The terms for the buyer. The price is in US cents. */
export const invitationTerms = z.object({
  plan: z.string(),
  price_cents: z.number(),
  provider_plan_id: z.nullable(z.string()),
  reason: z.string(),
});

/** An invitation in the admins' list: ISO 8601 UTC. */
export const invitationShape = z
  .extend(invitationTerms, {
    id: z.string(),
    state: z.enum(['open', 'used', 'expired', 'withdrawn']),
    ends_at: z.iso.datetime(),
    order_id: z.nullable(z.string()).check(z.describe('PayPal’s ID of the purchase that used it')),
    used_at: z.nullable(z.iso.datetime()),
  })
  .check(z.meta({ id: 'Invitation' }));

export const termsColumns = {
  plan: invitations.planId,
  price_cents: invitations.priceCents,
  provider_plan_id: invitations.providerPlanId,
  reason: invitations.reason,
} satisfies ColumnsOf<z.infer<typeof invitationTerms>>;

type Invitation = z.infer<typeof invitationShape>;

export const invitationExample: Invitation = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2c77',
  plan: 'annual',
  price_cents: 3999,
  provider_plan_id: 'P-8ML4271244454362WXNWU5NQ',
  reason: 'The founders’ price.',
  state: 'open',
  ends_at: '2025-09-03T12:00:00.000Z',
  order_id: null,
  used_at: null,
};

/** Lists the newest 200 invitations. */
export async function listInvitations({ db, now }: Context): Promise<Invitation[]> {
  const { purchaseId, withdrawnAt, endsAt, createdAt, id } = invitations;
  const columns = {
    ...termsColumns,
    id,
    state: sql<Invitation['state']>`case when ${purchaseId} is not null then 'used'
      when ${withdrawnAt} is not null then 'withdrawn' when ${isOpenInvitation(now)} then 'open' else 'expired' end`,
    ends_at: iso(endsAt),
    order_id: purchases.providerId,
    used_at: iso(purchases.createdAt),
  } satisfies ColumnsOf<Invitation>;
  return db
    .select(columns)
    .from(invitations)
    .leftJoin(purchases, eq(purchases.id, purchaseId))
    .orderBy(desc(createdAt), desc(id))
    .limit(200);
}

/** SQL condition: the invitation is unused and has not ended. Withdrawing ends it. */
export function isOpenInvitation(now: Date): SQL | undefined {
  return and(isNull(invitations.purchaseId), gt(invitations.endsAt, now));
}
