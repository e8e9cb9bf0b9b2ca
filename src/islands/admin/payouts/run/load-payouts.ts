import { authFetch } from '../../../../client/accounts/auth-fetch.ts';
import type { ApiAnswer } from '../../../../client/api.ts';
import { payoutFileRows } from '../../../../shared/payout-file.ts';
import type { PayoutRecord } from './payout-run.ts';

/** Loads all payouts of a month with a state. Returns the answer of a failed call. */
export async function loadPayouts(
  month: string,
  state: 'proposed' | 'approved' | 'returned' | 'blocked',
): Promise<readonly PayoutRecord[] | ApiAnswer> {
  const query = { state, month, limit: String(LOADED_AT_ONCE) } as const;
  const payouts: PayoutRecord[] = [];
  let cursor: string | undefined;
  do {
    const answer = await authFetch('GET /api/payouts', { query: { ...query, cursor } });
    if (!answer.ok) return answer;
    payouts.push(...answer.data.payouts);
    cursor = answer.headers?.get('x-next-cursor') ?? undefined;
  } while (cursor);
  return payouts;
}

/** Number of payouts that one call loads. */
const LOADED_AT_ONCE = 1_000;

/**
 * Returns the payouts for the next file, the oldest first. `approved` has the newest first. With `includesExported`, the payouts
 * that were in an earlier file follow the new ones. Leaves out payouts without an address, and those that PayPal has reported.
 */
export function fileRows(
  approved: readonly PayoutRecord[],
  includesExported: boolean,
): readonly PayoutRecord[] {
  const payable = approved
    .filter(({ payout_email, result }) => payout_email !== null && result === null)
    .reverse();
  const unexported = payable.filter(({ exported_at }) => exported_at === null);
  const exported = includesExported ? payable.filter(({ exported_at }) => exported_at !== null) : [];
  return [...unexported, ...exported].slice(0, payoutFileRows);
}
