import * as z from 'zod/mini';
import { inArray, sql } from 'drizzle-orm';
import { arrivedStates } from '../../shared/schemas/purchase.ts';
import type { Database } from '../db/database.ts';
import { payments } from '../db/schema/purchases.ts';
import { rowsOf } from '../db/sql.ts';

const row = z.object({
  payment: z.string(),
  /** Null for all that is of no affiliate: the payment itself. */
  code: z.nullable(z.string()),
  cents: z.number(),
  /** How its age was counted; a replay counts by the current rule. */
  ageRule: z.number(),
  /** What the provider's events caused: a commission, refunds and reversals with their ids. */
  kinds: z.array(z.string()),
  /** Whether an admin gave it to somebody else. */
  isMoved: z.boolean(),
});

type Row = z.infer<typeof row>;
type Book = ReadonlyMap<string, Row>;

/** A payment that arrived of which an affiliate has another sum, or other kinds of entries, than the events give. */
export interface LedgerDifference {
  /** The provider's id. */
  readonly payment: string;
  /** The affiliate's code; null where the payment itself is missing. */
  readonly code: string | null;
  readonly what: 'payment' | 'sum' | 'kinds';
  /** Cents, or kinds; null where there is nothing. */
  readonly real: number | string | null;
  readonly replayed: number | string | null;
}

const read = async (db: Database): Promise<Book> => {
  const statement = sql`
    select payments.provider_id as payment, affiliates.code, coalesce(sum(e.amount_cents), 0)::int as cents,
      coalesce(min(e.age_rule) filter (where e.kind = 'commission'), 0)::int as "ageRule",
      coalesce(array_agg(e.kind || case when e.kind = 'commission' then '' else ' ' || e.source end
        order by e.kind, e.source) filter (where e.kind in ('commission', 'refund', 'reversal')), '{}') as kinds,
      exists (
        select 1 from commission_entries moved where moved.payment_id = payments.id and moved.kind = 'reattribution'
      ) as "isMoved"
    from payments
      left join commission_entries e on e.payment_id = payments.id
      left join affiliates on affiliates.id = e.affiliate_id
    where ${inArray(payments.state, [...arrivedStates])}
    group by payments.id, affiliates.code
    order by payments.provider_id, affiliates.code`;
  const rows = await rowsOf(db, statement, row);
  return new Map(rows.map((found) => [`${found.payment} ${found.code ?? ''}`, found]));
};

/** Who bore a refund of a payment that was given away depends on what came first. */
const isComparable = (row: Row | undefined): row is Row =>
  row !== undefined && !row.isMoved && row.kinds.includes('commission');

/**
 * Where the real ledger and the replayed one differ, per payment and affiliate. Adjustments and re-attributions depend on
 * the order in which things became known, so that they count in the sums alone.
 */
export const compareLedgers = async (real: Database, scratch: Database): Promise<LedgerDifference[]> => {
  const [ours, theirs] = [await read(real), await read(scratch)];
  const paid = (rows: Book) => new Set([...rows.values()].map(({ payment }) => payment));
  const [ourPayments, theirPayments] = [paid(ours), paid(theirs)];
  const found: LedgerDifference[] = [];
  for (const payment of new Set([...ourPayments, ...theirPayments])) {
    const [isReal, isReplayed] = [ourPayments.has(payment), theirPayments.has(payment)];
    if (isReal && isReplayed) continue;
    const told = (is: boolean) => (is ? 'recorded' : null);
    found.push({ payment, code: null, what: 'payment', real: told(isReal), replayed: told(isReplayed) });
  }
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const [one, other] = [ours.get(key), theirs.get(key)];
    const { payment = '', code = null } = one ?? other ?? {};
    if (code === null) continue;
    const [real, replayed] = [one?.cents ?? 0, other?.cents ?? 0];
    const isSameRule = !one || !other || one.ageRule === other.ageRule;
    if (real !== replayed && isSameRule) found.push({ payment, code, what: 'sum', real, replayed });
    else if (isComparable(one) && isComparable(other)) {
      const kinds = [one.kinds.join(', '), other.kinds.join(', ')] as const;
      if (kinds[0] !== kinds[1])
        found.push({ payment, code, what: 'kinds', real: kinds[0], replayed: kinds[1] });
    }
  }
  return found;
};
