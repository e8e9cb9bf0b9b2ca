import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { recordOrMessage } from '../../client/api-error.ts';
import type { AnswerOf } from '../../client/api.ts';

/** An affiliate's own referrals, from the ledger. Amounts are US cents, months UTC. */
export type ReferralReport = AnswerOf<'GET /api/affiliates/referrals'>;

/**
 * Loads the report of the signed-in user, or the message of a failure. Returns null if nothing proves yet that the record is
 * theirs: the payment section says so, where it can be helped.
 */
export async function loadReferrals(): Promise<ReferralReport | string | null> {
  const answer = await authFetch('GET /api/affiliates/referrals');
  return answer.status === 403 ? null : recordOrMessage(answer);
}
