import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { payoutAnomalies, type PayoutAnomaly, payoutReference } from '../../shared/payout-file.ts';
import { payoutState } from '../../shared/schemas/payout.ts';
import { iso } from '../db/sql.ts';
import { anomaliesOf } from './anomalies.ts';

const codes = Object.keys(payoutAnomalies) as [PayoutAnomaly, ...PayoutAnomaly[]];

/** Whose payout or balance it is. */
export const payee = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  code: z.string(),
});

const stored = z.object({
  id: z.string(),
  month: z.string().check(z.describe('The statement’s month, YYYY-MM')),
  state: payoutState,
  amount_cents: z.number(),
  payout_email: z.nullable(z.string()).check(z.describe('Where it goes; null once forgotten')),
  affiliate: payee,
  created_at: z.iso.datetime(),
  approved_at: z.nullable(z.iso.datetime()),
  paid_at: z.nullable(z.iso.datetime()),
  transaction_id: z.nullable(z.string()).check(z.describe('The payment provider’s')),
  exported_at: z.nullable(z.iso.datetime()).check(z.describe('When it last stood in an exported file')),
  exported_by: z.nullable(z.string()).check(z.describe('The account that made that file')),
  rejected_at: z.nullable(z.iso.datetime()),
  rejected_reason: z.nullable(z.string()),
});

/** A payout as an admin sees it. US cents, ISO 8601 UTC. */
export const payoutShape = z
  .extend(stored, {
    reference: z.string().check(z.describe('What the exported file calls it')),
    anomalies: z
      .array(z.object({ code: z.enum(codes), text: z.string() }))
      .check(z.describe('What to look at before it is approved; none once it is paid or rejected')),
  })
  .check(z.meta({ id: 'Payout' }));

export type Payout = z.infer<typeof payoutShape>;

/** A payout as the database answers it. */
export type StoredPayout = z.infer<typeof stored> & { readonly anomalies: readonly PayoutAnomaly[] };

/** A row of `affiliates` as a payee. */
export const payeeJson = sql`json_build_object(
  'id', affiliates.id, 'name', affiliates.name, 'email', affiliates.email, 'code', affiliates.code)`;

/** A row of `payouts` as a StoredPayout. */
export const payoutJson = (now: Date): SQL<StoredPayout> => sql<StoredPayout>`(
  select json_build_object(
    'id', payouts.id, 'month', to_char(statements.month, 'YYYY-MM'), 'state', payouts.state,
    'amount_cents', payouts.amount_cents, 'payout_email', payouts.payout_email, 'affiliate', ${payeeJson},
    'created_at', ${iso(sql`payouts.created_at`)}, 'approved_at', ${iso(sql`payouts.approved_at`)},
    'paid_at', ${iso(sql`payouts.paid_at`)}, 'transaction_id', payouts.transaction_id,
    'exported_at', ${iso(sql`payouts.exported_at`)}, 'exported_by', payouts.exported_by,
    'rejected_at', ${iso(sql`payouts.rejected_at`)}, 'rejected_reason', payouts.rejected_reason,
    'anomalies', ${anomaliesOf(now)})
  from statements join affiliates on affiliates.id = statements.affiliate_id
  where statements.id = payouts.statement_id)`;

/** A StoredPayout as the API answers it: with its reference, and its anomalies in words and in order. */
export const toPayout = ({ anomalies, ...rest }: StoredPayout): Payout => ({
  ...rest,
  reference: payoutReference(rest.id),
  anomalies: codes
    .filter((code) => anomalies.includes(code))
    .map((code) => ({ code, text: payoutAnomalies[code] })),
});
