import { affiliateChange, bulkInput } from '../../shared/schemas/affiliate.ts';
import { importInput } from '../../shared/schemas/import.ts';
import { deleteAffiliate } from '../affiliates/delete-affiliate.ts';
import { exportAffiliates } from '../affiliates/export-affiliates.ts';
import { importAffiliates } from '../affiliates/import-affiliates.ts';
import { affiliateQuery } from '../affiliates/list-affiliates.ts';
import { showAffiliate } from '../affiliates/show-affiliate.ts';
import { switchAffiliates } from '../affiliates/switch-affiliates.ts';
import { updateAffiliate } from '../affiliates/update-affiliate.ts';
import { empty, json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { downloadCsv } from '../http/download.ts';
import { readJson, readQuery } from '../http/input.ts';
import { recordId } from '../http/record-id.ts';
import { expectedVersion, recordAnswer } from '../http/versions.ts';

/** Affiliates as admins keep them. */
export const affiliateAdminCalls = {
  'GET /api/affiliates/export': (c) => {
    const query = readQuery(c, affiliateQuery);
    return downloadCsv(c, 'affiliates', exportAffiliates(c.get('context'), query));
  },

  'POST /api/affiliates/import': async (c) =>
    json(await importAffiliates(c.get('context'), await readJson(c, importInput))),

  'POST /api/affiliates/bulk': async (c) =>
    json(await switchAffiliates(c.get('context'), await readJson(c, bulkInput))),

  'GET /api/affiliates/:id': async (c) => {
    const found = await showAffiliate(c.get('context'), recordId(c, 'affiliate-missing'));
    return recordAnswer(found, found);
  },

  'PUT /api/affiliates/:id': async (c) => {
    const id = recordId(c, 'affiliate-missing');
    const input = await readJson(c, affiliateChange);
    const changed = await updateAffiliate(c.get('context'), id, input, expectedVersion(c, input.version));
    return recordAnswer(changed, changed);
  },

  'DELETE /api/affiliates/:id': async (c) => {
    const id = recordId(c, 'affiliate-missing');
    await deleteAffiliate(c.get('context'), id, expectedVersion(c));
    return empty();
  },
} satisfies Calls;
