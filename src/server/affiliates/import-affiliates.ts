import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { catalogue, problem } from '../../shared/problems.ts';
import type { ImportInput } from '../../shared/schemas/affiliate.ts';
import { insertAuditEntries } from '../audit/audit-log.ts';
import type { Context } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { oneRow, textArray, timestamptz } from '../db/sql.ts';
import { affiliateFacts } from './affiliate.ts';
import { generateCodes } from './codes.ts';
import { type ImportRow, readImport, rowProblem, type RowProblem } from './read-import.ts';

/** The result of an import. `created` is 0 or the number of all rows. */
export const importReport = z.object({
  rows: z.number(),
  valid: z.number(),
  created: z.number(),
  problems: z.array(rowProblem),
  ignored: z.array(z.string()).check(z.describe('Headings of unknown columns')),
});

export type ImportReport = z.infer<typeof importReport>;

/** Attempts to import. Each starts again because an email or a code was taken in between. */
const attempts = 5;

/**
 * Imports affiliates from CSV text, or only checks the text (`dryRun`). All rows are written in one statement with an audit
 * entry each, or none if any row has a problem. Rows without a code get a sign-up code. Throws `import-unreadable`,
 * `import-too-many-rows` or `edit-conflict`.
 */
export async function importAffiliates(
  context: Context,
  { csv, dryRun }: ImportInput,
): Promise<ImportReport> {
  const { headerRow, count, rows, ignored, problems: unreadable } = readImport(csv, context.now);
  const report = (created: number, problems: readonly RowProblem[]): ImportReport => ({
    rows: count,
    valid: problems.some(({ row }) => row === headerRow)
      ? 0
      : count - new Set(problems.map(({ row }) => row)).size,
    created,
    problems: problems.toSorted((a, b) => a.row - b.row),
    ignored: [...ignored],
  });
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { coded, conflicts } =
      rows.length > 0 ? await prepareRows(context, rows) : { coded: [], conflicts: [] };
    const problems = [...unreadable, ...conflicts];
    if (dryRun || problems.length > 0 || rows.length === 0) return report(0, problems);
    const uncoded = coded.filter(({ code }) => code === null);
    const message = 'No code is free for this email: choose one';
    if (uncoded.length > 0)
      return report(
        0,
        uncoded.map(({ row }) => ({ row, field: 'code', message })),
      );
    try {
      await insertRows(context, coded);
      return report(coded.length, []);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw problem('edit-conflict');
}

/** Generates missing codes and finds the emails and codes that are taken. The first query for codes answers both. */
async function prepareRows(context: Context, rows: readonly ImportRow[]) {
  const emails = rows.map(({ email }) => email.toLowerCase());
  const codes = rows.flatMap(({ code }) => code ?? []);
  let taken: Taken | undefined;
  const lookUp = async (newCodes: readonly string[]): Promise<Taken> =>
    (taken = await findTaken(context, emails, [...codes, ...newCodes]));
  const coded = await generateCodes(rows, async (newCodes) => (await lookUp(newCodes)).codes);
  return { coded, conflicts: findConflicts(rows, taken ?? (await lookUp([]))) };
}

const taken = z.object({ emails: z.array(z.string()), codes: z.array(z.string()) });
type Taken = z.infer<typeof taken>;

/** Finds those of the emails (lowercase) and codes that an affiliate already has. */
function findTaken({ db }: Context, emails: readonly string[], codes: readonly string[]): Promise<Taken> {
  return oneRow(
    db,
    sql`select
      (select coalesce(json_agg(lower(email)), '[]') from affiliates where lower(email) = any (${textArray(emails)})) as emails,
      (select coalesce(json_agg(code), '[]') from affiliates where code = any (${textArray(codes)})) as codes`,
    taken,
  );
}

function findConflicts(rows: readonly ImportRow[], { emails, codes }: Taken): readonly RowProblem[] {
  const [takenEmails, takenCodes] = [new Set(emails), new Set(codes)];
  return rows.flatMap(({ row, email, code }) => [
    ...(takenEmails.has(email.toLowerCase())
      ? [{ row, field: 'email', message: catalogue['affiliate-email-taken'].text }]
      : []),
    ...(code !== null && takenCodes.has(code)
      ? [{ row, field: 'code', message: catalogue['affiliate-code-taken'].text }]
      : []),
  ]);
}

/** Inserts the rows in the order of their emails, so that two imports of the same people do not deadlock. */
async function insertRows(context: Context, rows: readonly ImportRow[]): Promise<void> {
  const sent = JSON.stringify(rows.map((row) => ({ ...row, id: uuidv7(), audit_id: uuidv7() })));
  const logged = insertAuditEntries(context, {
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
}
