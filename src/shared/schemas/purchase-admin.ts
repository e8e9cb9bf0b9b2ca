import * as z from 'zod/mini';
import { optionalText, requiredText } from './text.ts';
import { recordVersion } from './version.ts';

const reason = requiredText(500, 'reason-required');

/** Gives a purchase to the affiliate with this code; null: to nobody. */
export const reattributionInput = z.object({
  code: z.pipe(
    optionalText(64),
    z.transform((code) => code?.toLowerCase() ?? null),
  ),
  reason,
  version: recordVersion,
});

/** Lets a commission that was on hold be paid. */
export const holdRelease = z.object({ holdId: z.uuid(), reason });
