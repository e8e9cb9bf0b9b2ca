import type { AffiliateRecord } from '../../../shared/schemas/affiliate.ts';
import type { Context } from '../../context.ts';
import { affiliates } from '../../db/schema/affiliates.ts';
import { recordAudit } from '../operations/record-audit.ts';
import { type Affiliate, toAffiliate } from './affiliate.ts';
import { findConflict } from './find-conflict.ts';

/** An admin's new affiliate, audited. Throws `affiliate-email-taken` or `affiliate-code-taken`. */
export const createAffiliate = async (context: Context, input: AffiliateRecord): Promise<Affiliate> =>
  context.db.transaction(async (tx) => {
    const { name, email, code, referred_by: referredBy, date_activated: dateActivated } = input;
    const [row] = await tx
      .insert(affiliates)
      .values({ name, email, code, referredBy, dateActivated, dateCreated: context.now })
      .onConflictDoNothing()
      .returning();
    if (!row) throw await findConflict(tx, email);
    const created = toAffiliate(row);
    await recordAudit(tx, context, {
      action: 'affiliate.create',
      entity: 'affiliate',
      entityId: row.id,
      after: created,
    });
    return created;
  });
