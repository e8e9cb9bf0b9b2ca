import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { catalogue, problem } from '../../shared/problems.ts';
import type { ImportInput } from '../../shared/schemas/affiliate.ts';
import type { Context } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { auditRows } from '../audit/audit-rows.ts';
import { oneRow, textArray, timestamptz } from '../db/sql.ts';
import { affiliateFacts } from './affiliate.ts';
import { drawCodes } from './codes.ts';
import { type ImportRow, readImport, rowProblem, type RowProblem } from './read-import.ts';

/** What an import found, and what it wrote: everything or nothing. */
export const importReport = z.object({
  rows: z.number(),
  valid: z.number(),
  created: z.number(),
  problems: z.array(rowProblem),
  ignored: z.array(z.string()).check(z.describe('Headings of columns that nothing is read from')),
});

export type ImportReport = z.infer<typeof importReport>;

const taken = z.object({ emails: z.array(z.string()), codes: z.array(z.string()) });

/** Which of these emails (lowercase) and codes an affiliate has already. */
const findTaken = ({ db }: Context, emails: readonly string[], codes: readonly string[]) => {
  return oneRow(
    db,
    sql`select
      (select coalesce(json_agg(lower(email)), '[]') from affiliates where lower(email) = any (${textArray(emails)})) as emails,
      (select coalesce(json_agg(code), '[]') from affiliates where code = any (${textArray(codes)})) as codes`,
    taken,
  );
};

type Taken = z.infer<typeof taken>;

const conflicts = (rows: readonly ImportRow[], found: Taken): readonly RowProblem[] => {
  const [emails, codes] = [new Set(found.emails), new Set(found.codes)];
  return rows.flatMap(({ row, email, code }) => [
    ...(emails.has(email.toLowerCase())
      ? [{ row, field: 'email', message: catalogue['affiliate-email-taken'].text }]
      : []),
    ...(code !== null && codes.has(code)
      ? [{ row, field: 'code', message: catalogue['affiliate-code-taken'].text }]
      : []),
  ]);
};

/**
 * Gives rows without a code one, and says which of the rows' own emails and codes are taken: asked in one round trip, with
 * the codes that are drawn first.
 */
const prepare = async (
  context: Context,
  rows: readonly ImportRow[],
): Promise<{ readonly coded: readonly ImportRow[]; readonly problems: readonly RowProblem[] }> => {
  const emails = rows.map(({ email }) => email.toLowerCase());
  const own = rows.flatMap(({ code }) => code ?? []);
  let found: Taken | undefined;
  const look = async (codes: readonly string[]): Promise<Taken> => {
    found = await findTaken(context, emails, [...own, ...codes]);
    return found;
  };
  const coded = await drawCodes(rows, async (codes) => (await look(codes)).codes);
  return { coded, problems: conflicts(rows, found ?? (await look([]))) };
};

/** In the order of the addresses, so that two imports of the same people wait for each other. */
const write = async (context: Context, rows: readonly ImportRow[]): Promise<void> => {
  const sent = JSON.stringify(rows.map((row) => ({ ...row, id: uuidv7(), audit_id: uuidv7() })));
  const logged = auditRows(context, {
    id: sql`sent.audit_id`,
    action: 'affiliate.create',
    entity: 'affiliate',
    entityId: sql`made.id`,
    after: affiliateFacts(sql`made`),
    reason: 'import',
    from: sql`made join sent on sent.id = made.id`,
  });
  await context.db.execute(sql`with sent as (
      select * from jsonb_to_recordset(${sent}::jsonb) as sent
        (id uuid, audit_id uuid, name text, email text, code text, referred_by text, date_activated timestamptz)
    ),
    made as (
      insert into affiliates (id, name, email, code, referred_by, date_activated, date_created)
      select id, name, email, code, referred_by, date_activated, ${timestamptz(context.now)}
      from sent order by lower(email) returning *
    )
    ${logged}`);
};

/** How often an import begins anew because somebody took an email or a code meanwhile. */
const tries = 5;

/**
 * Imports affiliates from a CSV text, or only checks it: all rows in one statement with an entry in the log for
 * each, or none while a row has a problem. Missing codes are drawn as sign-up does. Throws `import-unreadable` or
 * `import-too-many-rows`.
 */
export const importAffiliates = async (
  context: Context,
  { csv, dryRun }: ImportInput,
): Promise<ImportReport> => {
  const { header, count, rows, ignored, problems: unreadable } = readImport(csv, context.now);
  const report = (created: number, problems: readonly RowProblem[]): ImportReport => ({
    rows: count,
    valid: problems.some(({ row }) => row === header)
      ? 0
      : count - new Set(problems.map(({ row }) => row)).size,
    created,
    problems: problems.toSorted((a, b) => a.row - b.row),
    ignored: [...ignored],
  });
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { coded, problems: found } =
      rows.length > 0 ? await prepare(context, rows) : { coded: [], problems: [] };
    const problems = [...unreadable, ...found];
    if (dryRun || problems.length > 0 || rows.length === 0) return report(0, problems);
    const without = coded.filter(({ code }) => code === null);
    if (without.length > 0) {
      const message = 'No code is free for this email: choose one';
      return report(
        0,
        without.map(({ row }) => ({ row, field: 'code', message })),
      );
    }
    try {
      await write(context, coded);
      return report(coded.length, []);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw problem('changed-meanwhile');
};
