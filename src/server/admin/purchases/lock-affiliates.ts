import { inArray } from 'drizzle-orm';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { builder } from '../../frame/db/sql.ts';

/** Statement that locks affiliates. Their deletion and their closing wait, but not a change of name or email. */
export function lockAffiliates(ids: readonly (string | null | undefined)[]) {
  return builder
    .select({ id: affiliates.id })
    .from(affiliates)
    .where(
      inArray(
        affiliates.id,
        ids.flatMap((id) => id ?? []),
      ),
    )
    .orderBy(affiliates.id)
    .for('share');
}
