import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { affiliates } from '../db/schema/affiliates.ts';
import { newCode, normaliseCode } from '../../shared/referral.ts';
import { preparedQuery } from '../db/sql.ts';

/** Returns the first of these codes that an affiliate has, active or not; null if none has one of them. */
export async function findCode(
  { db }: Pick<Context, 'db'>,
  codes: readonly string[],
): Promise<string | null> {
  const rows = await db
    .select({ code: affiliates.code })
    .from(affiliates)
    .where(and(inArray(affiliates.code, [...codes]), isNull(affiliates.closedAt)));
  const existing = new Set(rows.map(({ code }) => code));
  return codes.find((code) => existing.has(code)) ?? null;
}

const activity = preparedQuery((db) =>
  db
    .select({ active: sql<boolean>`${affiliates.dateActivated} is not null` })
    .from(affiliates)
    .where(sql`${affiliates.code} = ${sql.placeholder('code')}`)
    .prepare('validate_code'),
);

/** Whether a code, in any case, belongs to an active affiliate. One prepared read. */
export const validateCode = async ({ db }: Context, text: string): Promise<boolean> => {
  const code = normaliseCode(text);
  if (!code) return false;
  const [row] = await activity(db).execute({ code });
  return row?.active ?? false;
};

/** How often a code is drawn for one address; where all of these are taken, hardly any is free. */
const draws = 60;

/** How many new candidates are looked up at once. */
const rounds = 10;

interface Coded {
  readonly email: string;
  readonly code: string | null;
}

/** Draws until nobody has the code; null where none was found. */
const drawFree = (email: string, used: ReadonlySet<string>): string | null => {
  for (let draw = 0; draw < draws; draw += 1) {
    const code = newCode(email);
    if (!used.has(code)) return code;
  }
  return null;
};

/**
 * Gives each row without a code one as sign-up makes it, which no other row has and which `findTaken` does not
 * answer with. A row for whom none is found stays without.
 */
export const drawCodes = async <Row extends Coded>(
  rows: readonly Row[],
  findTaken: (codes: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly Row[]> => {
  const used = new Set(rows.flatMap(({ code }) => code ?? []));
  const drawn = new Map<Row, string>();
  for (let round = 0; round < rounds; round += 1) {
    const fresh = new Map<Row, string>();
    for (const row of rows) {
      const code = row.code === null && !drawn.has(row) ? drawFree(row.email, used) : null;
      if (code === null) continue;
      used.add(code);
      fresh.set(row, code);
    }
    if (fresh.size === 0) break;
    const taken = new Set(await findTaken([...fresh.values()]));
    for (const [row, code] of fresh) if (!taken.has(code)) drawn.set(row, code);
  }
  return rows.map((row) => ({ ...row, code: row.code ?? drawn.get(row) ?? null }));
};
