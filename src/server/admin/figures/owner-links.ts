import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { LinkEvent } from '../../../shared/counted-events.ts';
import { problem } from '../../../shared/problems.ts';
import { auditedDelete, auditedInsert } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { ownerLinkCounts, ownerLinks } from '../../frame/db/schema/counts.ts';
import type { FigureRange } from './periods.ts';

/** Number of links in the figures, the newest. */
const listedLinks = 100;

/** An owner's link. Its address is that of any page with `?from=` and the code. */
export const ownerLinkFields = { id: z.string(), name: z.string(), code: z.string() };

export const ownerLink = z.object(ownerLinkFields).check(z.meta({ id: 'OwnerLink' }));

export const ownerLinkExample: z.infer<typeof ownerLink> = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c33',
  name: 'Spring letter',
  code: 'k7m2pq',
};

const linkColumns = { id: ownerLinks.id, name: ownerLinks.name, code: ownerLinks.code };

/** Makes a link with a random code. Throws `link-label-taken` if another link has the name, in any letter case. */
export async function createOwnerLink(context: Context, name: string): Promise<z.infer<typeof ownerLink>> {
  const [created] = await context.db.atomically((tx) => [
    auditedInsert(tx, context, ownerLinks, {
      action: 'owner-link.create',
      values: { id: uuidv7(), name, code: newCode(), createdAt: context.now },
      facts: [ownerLinks.name, ownerLinks.code],
      returning: linkColumns,
    }),
  ]);
  if (!created) throw problem('link-label-taken');
  return created;
}

/** Deletes a link with its figures. Throws `owner-link-not-found`. */
export async function deleteOwnerLink(context: Context, id: string): Promise<void> {
  const [{ changed }] = await context.db.atomically((tx) => [
    auditedDelete(tx, context, ownerLinks, {
      action: 'owner-link.delete',
      where: eq(ownerLinks.id, id),
      facts: [ownerLinks.name, ownerLinks.code],
    }),
  ]);
  if (changed.length === 0) throw problem('owner-link-not-found');
}

/** SELECT of the newest links with their sums in a range. */
export function selectOwnerLinks(tx: Statements, { firstDay }: FigureRange) {
  const sumOf = (event: LinkEvent) =>
    sql<number>`coalesce(sum(${ownerLinkCounts.count}) filter (where ${eq(ownerLinkCounts.event, event)}), 0)::int`;
  return tx
    .select({
      ...linkColumns,
      views: sumOf('view'),
      plans_chosen: sumOf('plan-chosen'),
      payments_begun: sumOf('payment-begun'),
      paid: sumOf('paid'),
      downloads: sumOf('download'),
    })
    .from(ownerLinks)
    .leftJoin(
      ownerLinkCounts,
      and(eq(ownerLinkCounts.linkId, ownerLinks.id), gte(ownerLinkCounts.day, firstDay)),
    )
    .groupBy(ownerLinks.id)
    .orderBy(desc(ownerLinks.createdAt), desc(ownerLinks.id))
    .limit(listedLinks);
}

/**
 * Six signs that are not mistaken for each other: 887 million codes. A collision is answered as
 * `link-label-taken`, and another press makes another code.
 */
function newCode(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 6 }, () => signs[randomInt(signs.length)]).join('');
}
