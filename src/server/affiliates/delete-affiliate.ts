import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import { forgetAffiliate, readAffiliate } from './forget-affiliate.ts';

/** How often records that change all the time are read anew. */
const tries = 5;

/**
 * Removes an affiliate whom no ledger names; another one is closed: it keeps its code and its ledger, and nothing
 * personal. Other affiliates' records and what is logged of them no longer name the address. The log keeps which
 * record it was and who did it. Throws `affiliate-missing` or `changed-meanwhile`.
 */
export const deleteAffiliate = async (
  context: Context,
  id: string,
  version: number | null,
): Promise<void> => {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { found, named_by: namedBy } = await readAffiliate(context, id);
    if (!found) throw problem('affiliate-missing');
    if (version !== null && version !== found.version) throw problem('changed-meanwhile');
    try {
      if (await forgetAffiliate(context, found, namedBy)) return;
    } catch (error) {
      // A purchase came in between: now the ledger names it.
      if (!isForeignKeyViolation(error)) throw error;
    }
  }
  throw problem('changed-meanwhile');
};
