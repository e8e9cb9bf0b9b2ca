import * as z from 'zod/mini';
import { affiliateShape } from '../../client/accounts/affiliate-shape.ts';
import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import { type ApiAnswer } from '../../client/api.ts';
import { readRecord } from '../../client/accounts/read-record.ts';

/** An affiliate as admins get it. `version` goes back with a change; `has_ledger` keeps a record from deletion. */
const shape = z.object({
  ...affiliateShape.shape,
  version: z.optional(z.number()),
  email_confirmed: z.optional(z.boolean()),
  has_ledger: z.optional(z.boolean()),
});

export type AffiliateRecord = z.infer<typeof shape>;

const list = z.array(shape);

export const readAffiliates = (data: unknown): readonly AffiliateRecord[] | null =>
  list.safeParse(data).data ?? null;

/** The affiliates' part of the API. */
export const affiliatesPath = '/api/affiliates';

const pathOf = ({ id }: AffiliateRecord): string => `${affiliatesPath}/${id}`;

/** Saves a changed record, unless somebody else changed it since it was read (409). */
export const saveAffiliate = (
  record: AffiliateRecord,
  change: Partial<AffiliateRecord>,
): Promise<ApiAnswer> =>
  callAsViewer('PUT', pathOf(record), { body: { ...record, ...change }, version: record.version });

/** The record as it is now, or the text of why it cannot be had. */
export const rereadAffiliate = (record: AffiliateRecord): Promise<AffiliateRecord | string> =>
  readRecord(pathOf(record), shape);

/** Deletes a record, or closes it where the ledger names it. */
export const deleteAffiliate = (record: AffiliateRecord): Promise<ApiAnswer> =>
  callAsViewer('DELETE', pathOf(record), { version: record.version });
