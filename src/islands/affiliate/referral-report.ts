import type { AnswerOf } from '../../client/api.ts';

/** An affiliate's own referrals, from the ledger. Amounts are US cents, months UTC. */
export type ReferralReport = AnswerOf<'GET /api/affiliates/referrals'>;
