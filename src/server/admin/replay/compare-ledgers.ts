import * as z from 'zod/mini';
import { inArray, sql } from 'drizzle-orm';
import { arrivedStates } from '../../../shared/schemas/purchase.ts';
import type { Database } from '../../frame/context/database.ts';
import { payments } from '../../frame/db/schema/purchases.ts';
import { allRows } from '../../frame/db/sql.ts';

/** A payment that only one database has, or for which an affiliate has another sum or other entries. */
export interface LedgerDifference {
  /** PayPal's id. */
  readonly payment: string;
  /** The affiliate's code; null if the payment is recorded in one database only. */
  readonly code: string | null;
  readonly aspect: 'payment' | 'sum' | 'kinds';
  /** US cents, or the kinds of entries; null if the payment is not recorded. */
  readonly real: number | string | null;
  readonly replayed: number | string | null;
}

/**
 * Compares the real ledger with a replayed ledger, by payment and affiliate. Adjustments and re-attributions depend on the
 * order in which facts became known, so only their sums are compared.
 */
export async function compareLedgers(real: Database, scratch: Database): Promise<LedgerDifference[]> {
  const realLedger = await readLedger(real);
  const replayedLedger = await readLedger(scratch);
  return [
    ...comparePaymentIds(paymentIds(realLedger), paymentIds(replayedLedger)),
    ...[...new Set([...realLedger.keys(), ...replayedLedger.keys()])].flatMap((key) =>
      compareEntries(realLedger.get(key), replayedLedger.get(key)),
    ),
  ];
}

function paymentIds(ledger: Ledger): ReadonlySet<string> {
  return new Set([...ledger.values()].map(({ payment }) => payment));
}

function comparePaymentIds(real: ReadonlySet<string>, replayed: ReadonlySet<string>): LedgerDifference[] {
  const state = (payments: ReadonlySet<string>, id: string) => (payments.has(id) ? 'recorded' : null);
  return [...new Set([...real, ...replayed])]
    .filter((id) => !real.has(id) || !replayed.has(id))
    .map((id) => ({
      payment: id,
      code: null,
      aspect: 'payment',
      real: state(real, id),
      replayed: state(replayed, id),
    }));
}

/** Compares an affiliate's entries for a payment. Sums are compared only if both ledgers count ages by the same rule. */
function compareEntries(real: LedgerRow | undefined, replayed: LedgerRow | undefined): LedgerDifference[] {
  const { payment, code } = real ?? replayed ?? { payment: '', code: null };
  if (code === null) return [];
  const cents = { real: real?.cents ?? 0, replayed: replayed?.cents ?? 0 };
  const isSameRule = !real || !replayed || real.ageRule === replayed.ageRule;
  if (cents.real !== cents.replayed && isSameRule) return [{ payment, code, aspect: 'sum', ...cents }];
  if (!hasComparableKinds(real) || !hasComparableKinds(replayed)) return [];
  const kinds = { real: real.kinds.join(', '), replayed: replayed.kinds.join(', ') };
  return kinds.real === kinds.replayed ? [] : [{ payment, code, aspect: 'kinds', ...kinds }];
}

/** False for a re-attributed payment, because the order of events decides which affiliate has the entry of a refund. */
function hasComparableKinds(row: LedgerRow | undefined): row is LedgerRow {
  return row !== undefined && !row.isReattributed && row.kinds.includes('commission');
}

const ledgerRow = z.object({
  payment: z.string(),
  /** Null for a payment without entries. */
  code: z.nullable(z.string()),
  cents: z.number(),
  /** The age rule of the commission. A replay uses the current rule. */
  ageRule: z.number(),
  /** The entries that PayPal's events caused: the commission, and refunds and reversals with their ids. */
  kinds: z.array(z.string()),
  isReattributed: z.boolean(),
});

type LedgerRow = z.infer<typeof ledgerRow>;
type Ledger = ReadonlyMap<string, LedgerRow>;

/** Reads the entries of every payment that arrived, one row for each affiliate. */
async function readLedger(db: Database): Promise<Ledger> {
  const statement = sql`
    select payments.provider_id as payment, affiliates.code, coalesce(sum(e.amount_cents), 0)::int as cents,
      coalesce(min(e.age_rule) filter (where e.kind = 'commission'), 0)::int as "ageRule",
      coalesce(array_agg(e.kind || case when e.kind = 'commission' then '' else ' ' || e.source end
        order by e.kind, e.source) filter (where e.kind in ('commission', 'refund', 'reversal')), '{}') as kinds,
      exists (
        select 1 from commission_entries moved where moved.payment_id = payments.id and moved.kind = 'reattribution'
      ) as "isReattributed"
    from payments
      left join commission_entries e on e.payment_id = payments.id
      left join affiliates on affiliates.id = e.affiliate_id
    where ${inArray(payments.state, [...arrivedStates])}
    group by payments.id, affiliates.code
    order by payments.provider_id, affiliates.code`;
  const rows = await allRows(db, statement, ledgerRow);
  return new Map(rows.map((row) => [`${row.payment} ${row.code ?? ''}`, row]));
}
