import { and, gt, isNull, lte, or, type SQL } from 'drizzle-orm';
import { affiliateActivations } from '../../db/schema/affiliates.ts';

/** A condition on the activation history: the affiliate was active at this moment. */
export const activeAt = (moment: Date | SQL): SQL | undefined =>
  and(
    lte(affiliateActivations.activeFrom, moment),
    or(isNull(affiliateActivations.activeUntil), gt(affiliateActivations.activeUntil, moment)),
  );
