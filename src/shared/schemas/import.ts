import * as z from 'zod/mini';

/** An import: the text of a CSV file, and whether it is only to be checked. */
export const importInput = z.object({ csv: z.string(), dryRun: z.boolean() });

export type ImportInput = z.infer<typeof importInput>;
