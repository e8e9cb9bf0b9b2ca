import * as z from 'zod/mini';
import { withdrawalInput } from './withdrawal.ts';

/** An affiliate's report of a missing sale. The order number may be any text without blanks: an admin looks it up. */
export const saleClaimInput = z.object({
  order_number: withdrawalInput.shape.order_number.check(
    z.overwrite((text) => text.replaceAll(/\s/gu, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())),
  ),
  day: z.iso.date('sale-day-required').check(z.regex(/^20/, 'sale-day-required')),
});

/** An admin's decision about it. */
export const saleClaimSettlement = z.object({ outcome: z.enum(['credited', 'not-credited']) });

export type SaleClaimInput = z.infer<typeof saleClaimInput>;
export type SaleClaimOutcome = z.infer<typeof saleClaimSettlement>['outcome'];
