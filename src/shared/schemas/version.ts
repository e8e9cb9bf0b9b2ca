import * as z from 'zod/mini';

/** The version that a change was made from; missing or null for whichever there is. */
export const recordVersion = z.pipe(
  z.nullish(z.int32()),
  z.transform((version) => version ?? null),
);
