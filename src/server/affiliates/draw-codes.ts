import { newCode } from '../../shared/referral.ts';

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
