import * as z from 'zod/mini';
import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import type { ApiAnswer } from '../../client/api.ts';
import { readRecord } from '../../client/accounts/read-record.ts';

/** How an affiliate is paid. US cents; `next_closing` is the day on which the current UTC month closes. */
const shape = z.object({
  affiliate_id: z.string(),
  payout_email: z.nullable(z.string()),
  payout_email_changes: z.array(z.object({ email: z.nullable(z.string()), changed_at: z.string() })),
  no_minimum: z.boolean(),
  balance_cents: z.number(),
  held_cents: z.number(),
  version: z.number(),
  minimum_cents: z.number(),
  next_closing: z.string(),
});

export type PayoutAccount = z.infer<typeof shape>;

export const readPayoutAccount = (data: unknown): PayoutAccount | null => shape.safeParse(data).data ?? null;

/** One's own, or for an admin that of an affiliate's id; the text of why it cannot be had. */
export const loadPayoutAccount = (affiliate?: string): Promise<PayoutAccount | string> =>
  readRecord(
    `/api/affiliates/payout${affiliate === undefined ? '' : `?${new URLSearchParams({ affiliate }).toString()}`}`,
    shape,
  );

/** Sets one's own payment email; null removes it. */
export const savePayoutEmail = (email: string | null): Promise<ApiAnswer> =>
  callAsViewer('PUT', '/api/affiliates/payout-email', { body: { email } });
