import * as z from 'zod/mini';
import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import type { ApiAnswer } from '../../client/api.ts';
import { payoutFileRows } from '../../shared/payout-file.ts';

const payee = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  code: z.string(),
});

/** A payout as admins get it. US cents; `month` is the statement's, `YYYY-MM`. */
const payout = z.object({
  id: z.string(),
  month: z.string(),
  state: z.enum(['proposed', 'approved', 'paid', 'rejected']),
  amount_cents: z.number(),
  payout_email: z.nullable(z.string()),
  affiliate: payee,
  approved_at: z.nullable(z.string()),
  paid_at: z.nullable(z.string()),
  transaction_id: z.nullable(z.string()),
  exported_at: z.nullable(z.string()),
  rejected_at: z.nullable(z.string()),
  rejected_reason: z.nullable(z.string()),
  reference: z.string(),
  anomalies: z.array(z.object({ code: z.string(), text: z.string() })),
});

export type PayoutRecord = z.infer<typeof payout>;

const list = z.object({ payouts: z.array(payout) });

export const readPayouts = (data: unknown): readonly PayoutRecord[] | null =>
  list.safeParse(data).data?.payouts ?? null;

const balances = z.object({
  unpaid: z.array(
    z.object({
      affiliate: payee,
      month: z.string(),
      closing_cents: z.number(),
      reason: z.enum(['no-payout-email', 'closed']),
    }),
  ),
});

/** Balances that were due and have nowhere to go. */
export type UnpaidBalance = z.infer<typeof balances>['unpaid'][number];

/** Those that a list's answer brought; its first page alone does. */
export const readUnpaid = (data: unknown): readonly UnpaidBalance[] =>
  balances.safeParse(data).data?.unpaid ?? [];

/** The payouts' part of the API. */
export const payoutsPath = '/api/payouts';

/** Which approved payouts a file takes: of a month, or of all where it is empty; `again` those of an earlier file, too. */
export interface ExportWish {
  readonly month: string;
  readonly again: boolean;
}

/** The address of the file for the payment provider. */
export const exportPath = ({ month, again }: ExportWish): string => {
  const query = new URLSearchParams({ ...(month && { month }), ...(again && { again: 'true' }) }).toString();
  return `${payoutsPath}/export${query && `?${query}`}`;
};

/** Approved payouts that one question brings. */
const PAGE = 1_000;

/**
 * How many approved payouts the next file takes that were in none yet, and that were in an earlier one; or the answer that
 * came instead. All pages are read: the list begins with the newest, the file with the oldest.
 */
export const countApproved = async (
  month: string,
): Promise<{ readonly fresh: number; readonly before: number } | ApiAnswer> => {
  const query = new URLSearchParams({ state: 'approved', limit: String(PAGE), ...(month && { month }) });
  let [fresh, before] = [0, 0];
  for (;;) {
    const answer = await callAsViewer('GET', `${payoutsPath}?${query.toString()}`);
    const found = answer.ok ? readPayouts(answer.data) : null;
    if (!found) return { ...answer, ok: false };
    for (const { payout_email, exported_at } of found) {
      // One without an address goes into no file.
      if (payout_email === null) continue;
      if (exported_at === null) fresh += 1;
      else before += 1;
    }
    const next = answer.headers?.get('x-next-cursor');
    if (!next) break;
    query.set('cursor', next);
  }
  fresh = Math.min(fresh, payoutFileRows);
  return { fresh, before: Math.min(before, payoutFileRows - fresh) };
};

/** The cents of several payouts together. */
export const sumOf = (payouts: readonly PayoutRecord[]): number =>
  payouts.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
