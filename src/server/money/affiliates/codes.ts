import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { codesInLink, newCode } from '../../../shared/referral.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { affiliateCodes } from '../../frame/db/schema/counts.ts';
import { preparedQuery } from '../../frame/db/sql.ts';

const activeOwner = preparedQuery((db) =>
  db
    .select({ code: affiliateCodes.code })
    .from(affiliateCodes)
    .innerJoin(affiliates, eq(affiliates.id, affiliateCodes.affiliateId))
    .where(
      and(
        sql`${affiliateCodes.code} = any (string_to_array(${sql.placeholder('codes')}::text, ' '))`,
        isNotNull(affiliates.dateActivated),
      ),
    )
    .limit(1)
    .prepare('validate_code'),
);

/** Returns true if a text means the code of an active affiliate, as in a link. One prepared query. */
export async function validateCode({ db }: Context, text: string): Promise<boolean> {
  const codes = codesInLink(text);
  if (codes.length === 0) return false;
  const owners = await activeOwner(db).execute({ codes: codes.join(' ') });
  return owners.length > 0;
}

/** The number of random codes to try for one row before each look-up. If all of them are used, hardly any code is free. */
const maxTriesPerRow = 60;

/** The number of times that new candidates are looked up in the database. */
const maxLookups = 10;

interface CodedRow {
  readonly email: string;
  readonly code: string | null;
}

/**
 * Adds a sign-up code to every row without a code. The code is unique among the rows and not among the codes that
 * `findTaken` returns. A row stays without a code if no free code was found.
 */
export async function generateCodes<Row extends CodedRow>(
  rows: readonly Row[],
  findTaken: (codes: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly Row[]> {
  const used = new Set(rows.flatMap(({ code }) => code ?? []));
  const free = new Map<Row, string>();
  for (let lookup = 0; lookup < maxLookups; lookup += 1) {
    const candidates = new Map<Row, string>();
    for (const row of rows) {
      const code = row.code === null && !free.has(row) ? newUnusedCode(row.email, used) : null;
      if (code === null) continue;
      used.add(code);
      candidates.set(row, code);
    }
    if (candidates.size === 0) break;
    const taken = new Set(await findTaken([...candidates.values()]));
    for (const [row, code] of candidates) if (!taken.has(code)) free.set(row, code);
  }
  return rows.map((row) => ({ ...row, code: row.code ?? free.get(row) ?? null }));
}

function newUnusedCode(email: string, used: ReadonlySet<string>): string | null {
  for (let attempt = 0; attempt < maxTriesPerRow; attempt += 1) {
    const code = newCode(email);
    if (!used.has(code)) return code;
  }
  return null;
}
