import { callApi } from '../../client/api.ts';
import { invitationMessages as texts } from '../../shared/messages/invitations.ts';
import { formatUsd } from '../../shared/money.ts';
import { findPlan, type Plan } from '../../shared/plans.ts';

/** A text for the buyer, and the plan at the invitation's price. Without a plan the usual prices apply. */
export interface Invitation {
  readonly text: string;
  readonly plan?: InvitedPlan;
}

/** A plan at the price of an invitation. */
export interface InvitedPlan extends Plan {
  readonly providerPlanId: string | null;
  /** Tells the server which order may have the price. Rejects if the server does not accept it, for example because the invitation has ended. */
  readonly attach: (orderId: string) => Promise<void>;
}

/** Loads the invitation of a link. `onEnd` gets what to show if it turns out to have ended when the buyer pays. */
export async function loadInvitation(
  token: string,
  onEnd: (invitation: Invitation) => void,
): Promise<Invitation> {
  const answer = await callApi('POST /api/invitations/open', { body: { token } });
  if (!answer.ok) return { text: answer.status === 404 ? texts.ended : texts.notLoaded };
  const { price_cents: priceCents, provider_plan_id: providerPlanId, reason } = answer.data;
  const plan = findPlan(answer.data.plan);
  if (!plan) return { text: texts.ended };
  const attach = async (orderId: string) => {
    const attached = await callApi('POST /api/invitations/open', { body: { token, orderId } });
    if (attached.status === 404) onEnd({ text: texts.ended });
    if (!attached.ok) throw new Error('The invitation could not be used.');
  };
  const prices = texts[plan.interval ? 'eachYear' : 'once'](
    formatUsd(priceCents),
    formatUsd(plan.priceCents),
  );
  return { text: `${prices} ${reason}`, plan: { ...plan, priceCents, providerPlanId, attach } };
}
