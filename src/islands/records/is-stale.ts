import * as z from 'zod/mini';
import type { ApiAnswer } from '../../client/api.ts';

const stale = z.object({ code: z.literal('changed-meanwhile') });

/** Whether a change was refused because the record is another by now than the one it was made from. */
export const isStale = ({ data }: ApiAnswer): boolean => stale.safeParse(data).success;
