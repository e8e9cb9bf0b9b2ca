import * as z from 'zod';

/** The version that a change was made from; missing or null for whichever there is. */
export const recordVersion = z
  .int32()
  .nullish()
  .transform((version) => version ?? null);
