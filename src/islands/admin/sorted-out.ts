import * as z from 'zod/mini';

const shape = z.object({
  changed: z.array(z.string()),
  unchanged: z.array(z.string()),
  missing: z.array(z.string()),
});

/** What became of each record that was sent: its id. */
export type SortedOut = z.infer<typeof shape>;

/** The answer to a change of many records, or null for any other. */
export const readSortedOut = (data: unknown): SortedOut | null => shape.safeParse(data).data ?? null;
