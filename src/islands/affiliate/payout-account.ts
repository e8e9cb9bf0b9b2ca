import { authFetch } from '../../client/accounts/auth-fetch.ts';
import type { AnswerOf, ApiAnswer } from '../../client/api.ts';

/** How an affiliate is paid. US cents; `next_closing` is the day on which the current UTC month closes. */
export type PayoutAccount = AnswerOf<'GET /api/affiliates/payout'>;

/** Sets one's own payment email; null removes it. */
export function savePayoutEmail(email: string | null): Promise<ApiAnswer<PayoutAccount>> {
  return authFetch('PUT /api/affiliates/payout-email', { body: { email } });
}
