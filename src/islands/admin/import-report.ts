import * as z from 'zod/mini';
import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import { wordsOf } from '../../client/said-by-server.ts';
import { affiliatesPath } from './affiliate-record.ts';

const shape = z.object({
  rows: z.number(),
  valid: z.number(),
  created: z.number(),
  problems: z.array(z.object({ row: z.number(), field: z.string(), message: z.string() })),
  ignored: z.array(z.string()),
});

/** What the server says of a file: its rows, those that can be imported, what is wrong with the others, and columns it does not read. */
export type ImportReport = z.infer<typeof shape>;

/** Checks a file, or imports it unless a row is wrong; the text of what went wrong where there is no report. */
export const importAffiliates = async (csv: string, dryRun: boolean): Promise<ImportReport | string> => {
  const answer = await callAsViewer('POST', `${affiliatesPath}/import`, { body: { csv, dryRun } });
  const report = shape.safeParse(answer.data).data;
  return answer.ok && report ? report : wordsOf(answer);
};
