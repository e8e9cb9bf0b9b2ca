import * as z from 'zod/mini';
import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import { wordsOf } from '../../client/said-by-server.ts';

/** An affiliate's own referrals, from the ledger. Amounts are US cents, months UTC. */
const shape = z.object({
  totals: z.object({
    referrals: z.number(),
    pending_cents: z.number(),
    paid_cents: z.number(),
    earned_cents: z.number(),
  }),
  months: z.array(z.object({ month: z.string(), referrals: z.number(), earned_cents: z.number() })),
  recent: z.array(
    z.object({
      date: z.string(),
      plan: z.string(),
      kind: z.string(),
      amount_cents: z.number(),
      explanation: z.string(),
      state: z.string(),
    }),
  ),
});

export type ReferralReport = z.infer<typeof shape>;

/** The referrals' part of the API; `?format=csv` gives all of them as a file. */
export const referralsPath = '/api/affiliates/referrals';

/**
 * The report of who is signed in, or the text of why it could not be had; null where nothing shows yet that the record is
 * theirs, which is said where it can be helped: beside how they are paid.
 */
export const loadReferrals = async (): Promise<ReferralReport | string | null> => {
  const answer = await callAsViewer('GET', referralsPath);
  if (answer.status === 403) return null;
  const report = shape.safeParse(answer.data).data;
  return answer.ok && report ? report : wordsOf(answer);
};
