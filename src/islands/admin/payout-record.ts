import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { type AnswerOf, type ApiAnswer, pathOf } from '../../client/api.ts';
import { payoutFileRows } from '../../shared/payout-file.ts';

type Payouts = AnswerOf<'GET /api/payouts'>;

/** A payout as admins get it. US cents; `month` is the statement's, `YYYY-MM`. */
export type PayoutRecord = Payouts['payouts'][number];

/** The rows of the list. */
export function payoutsIn({ payouts }: Payouts): readonly PayoutRecord[] {
  return payouts;
}

/** A balance that was due and has nowhere to go. */
export type UnpaidBalance = Payouts['unpaid'][number];

/** Which approved payouts a file takes: of a month, or of all where it is empty; `again` those of an earlier file, too. */
export interface ExportWish {
  readonly month: string;
  readonly again: boolean;
}

/** The path of the file for the payment provider. */
export function exportPath({ month, again }: ExportWish): string {
  const query = { month: month || undefined, again: again ? ('true' as const) : undefined };
  return pathOf('POST /api/payouts/export', { query });
}

/** Approved payouts that one question brings. */
const PAGE = 1_000;

/**
 * How many approved payouts the next file takes that were in none yet, and that were in an earlier one; or the answer that
 * came instead. All pages are read: the list begins with the newest, the file with the oldest.
 */
export const countApproved = async (
  month: string,
): Promise<{ readonly fresh: number; readonly before: number } | ApiAnswer> => {
  const query = { state: 'approved', limit: String(PAGE), month: month || undefined } as const;
  let cursor: string | undefined;
  let [fresh, before] = [0, 0];
  for (;;) {
    const answer = await authFetch('GET /api/payouts', { query: { ...query, cursor } });
    if (!answer.ok) return answer;
    for (const { payout_email, exported_at } of answer.data.payouts) {
      // One without an address goes into no file.
      if (payout_email === null) continue;
      if (exported_at === null) fresh += 1;
      else before += 1;
    }
    cursor = answer.headers?.get('x-next-cursor') ?? undefined;
    if (!cursor) break;
  }
  fresh = Math.min(fresh, payoutFileRows);
  return { fresh, before: Math.min(before, payoutFileRows - fresh) };
};

/** The cents of several payouts together. */
export const sumOf = (payouts: readonly PayoutRecord[]): number =>
  payouts.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
