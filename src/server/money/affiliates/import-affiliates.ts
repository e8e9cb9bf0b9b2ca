import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { catalog, problem } from '../../../shared/problems.ts';
import type { ImportInput } from '../../../shared/schemas/affiliate.ts';
import { auditedInserts } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { affiliateCodes } from '../../frame/db/schema/counts.ts';
import { textArray } from '../../frame/db/sql.ts';
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

/** The number of attempts to import. An attempt fails if an email or a code is taken in the meantime. */
const maxImportAttempts = 5;

/**
 * Imports affiliates from CSV text, or only checks the text (`dryRun`). All rows are written in one transaction with an audit
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
  for (let attempt = 0; attempt < maxImportAttempts; attempt += 1) {
    const { codedRows, conflicts } =
      rows.length > 0 ? await prepareRows(context, rows) : { codedRows: [], conflicts: [] };
    const problems = [...unreadable, ...conflicts];
    if (dryRun || problems.length > 0 || rows.length === 0) return report(0, problems);
    const uncodedRows = codedRows.filter(({ code }) => code === null);
    const message = 'No code is available for this email: choose one';
    if (uncodedRows.length > 0)
      return report(
        0,
        uncodedRows.map(({ row }) => ({ row, field: 'code', message })),
      );
    try {
      await insertRows(context, codedRows);
      return report(codedRows.length, []);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw problem('edit-conflict');
}

/**
 * Generates the missing codes, and finds the emails and codes that are taken. The query that checks generated codes also checks
 * the emails and codes of the file, to save a round trip.
 */
async function prepareRows(context: Context, rows: readonly ImportRow[]) {
  const emails = rows.map(({ email }) => email.toLowerCase());
  const codes = rows.flatMap(({ code }) => code ?? []);
  let latest: Taken | undefined;
  const lookUp = async (newCodes: readonly string[]): Promise<Taken> =>
    (latest = await findTaken(context, emails, [...codes, ...newCodes]));
  const codedRows = await generateCodes(rows, async (newCodes) => (await lookUp(newCodes)).codes);
  return { codedRows, conflicts: findConflicts(rows, latest ?? (await lookUp([]))) };
}

interface Taken {
  readonly emails: readonly string[];
  readonly codes: readonly string[];
}

/** Returns the emails and codes of these lists that an affiliate already has. Emails are in lowercase. */
async function findTaken(
  { db }: Context,
  emails: readonly string[],
  codes: readonly string[],
): Promise<Taken> {
  const email = sql<string>`lower(${affiliates.email})`;
  const [takenEmails, takenCodes] = await db.atomically((tx) => [
    tx
      .select({ email })
      .from(affiliates)
      .where(sql`${email} = any (${textArray(emails)})`),
    tx
      .select({ code: affiliateCodes.code })
      .from(affiliateCodes)
      .where(sql`${affiliateCodes.code} = any (${textArray(codes)})`),
  ]);
  return { emails: takenEmails.map((row) => row.email), codes: takenCodes.map(({ code }) => code) };
}

function findConflicts(rows: readonly ImportRow[], { emails, codes }: Taken): readonly RowProblem[] {
  const [takenEmails, takenCodes] = [new Set(emails), new Set(codes)];
  return rows.flatMap(({ row, email, code }) => [
    ...(takenEmails.has(email.toLowerCase())
      ? [{ row, field: 'email', message: catalog['affiliate-email-taken'].text }]
      : []),
    ...(code !== null && takenCodes.has(code)
      ? [{ row, field: 'code', message: catalog['affiliate-code-taken'].text }]
      : []),
  ]);
}

/** Inserts the rows, which have codes, in the order of their emails, so that two imports of the same people do not deadlock. */
async function insertRows(context: Context, rows: readonly ImportRow[]): Promise<void> {
  const inOrder = rows.toSorted((a, b) => (a.email.toLowerCase() < b.email.toLowerCase() ? -1 : 1));
  const values = inOrder.flatMap(({ name, email, code, referred_by, date_activated }) => {
    if (code === null) return [];
    const dates = { dateActivated: date_activated, dateCreated: context.now };
    // Not an application: nobody waits for an answer.
    const applicationState = 'approved' as const;
    return [{ id: uuidv7(), name, email, code, referredBy: referred_by, applicationState, ...dates }];
  });
  await context.db.atomically((tx) => [
    auditedInserts(tx, context, affiliates, {
      action: 'affiliate.create',
      reason: 'import',
      values,
      facts: affiliateFacts,
    }),
  ]);
}
