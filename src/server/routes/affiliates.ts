import * as z from 'zod';
import {
  affiliateApplication,
  affiliateChange,
  affiliateRecord,
  bulkInput,
} from '../../shared/schemas/affiliate.ts';
import { importInput } from '../../shared/schemas/import.ts';
import { isAdmin } from '../context.ts';
import { applyAffiliate } from '../domain/affiliate/apply-affiliate.ts';
import { createAffiliate } from '../domain/affiliate/create-affiliate.ts';
import { deleteAffiliate } from '../domain/affiliate/delete-affiliate.ts';
import { exportAffiliates } from '../domain/affiliate/export-affiliates.ts';
import { exportReferrals } from '../domain/affiliate/export-referrals.ts';
import { importAffiliates } from '../domain/affiliate/import-affiliates.ts';
import { affiliateListQuery, affiliateQuery, listAffiliates } from '../domain/affiliate/list-affiliates.ts';
import { lookUpAffiliate } from '../domain/affiliate/look-up-affiliate.ts';
import { ownAffiliates } from '../domain/affiliate/own-affiliates.ts';
import { ownReferrals } from '../domain/affiliate/own-referrals.ts';
import { showAffiliate } from '../domain/affiliate/show-affiliate.ts';
import { switchAffiliates } from '../domain/affiliate/switch-affiliates.ts';
import { updateAffiliate } from '../domain/affiliate/update-affiliate.ts';
import { validateCode } from '../domain/affiliate/validate-code.ts';
import type { Calls } from '../http/calls.ts';
import { downloadCsv } from '../http/download.ts';
import { parseInput, readJson } from '../http/input.ts';
import { setPage } from '../http/page.ts';
import { recordId } from '../http/record-id.ts';
import { expectedVersion, setVersion } from '../http/versions.ts';

const referralsQuery = z.object({ format: z.enum(['json', 'csv']).default('json') });

/** Affiliates: everybody's own record, all of them for an admin; about a code, only whether it is valid. */
export const affiliateCalls: Calls = {
  'GET /api/affiliates/validate/:code': async (c) =>
    c.json({ valid: await validateCode(c.get('context'), c.req.param('code') ?? '') }),

  'GET /api/affiliates': async (c) => {
    const context = c.get('context');
    const query = parseInput(affiliateListQuery, c.req.query());
    if (!isAdmin(context.actor)) return c.json(await ownAffiliates(context));
    const page = await listAffiliates(context, query);
    setPage(c, page);
    return c.json(page.rows);
  },

  'POST /api/affiliates': async (c) => {
    const context = c.get('context');
    return isAdmin(context.actor)
      ? c.json(await createAffiliate(context, await readJson(c, affiliateRecord)), 201)
      : c.json(await applyAffiliate(context, await readJson(c, affiliateApplication)), 201);
  },

  'GET /api/affiliates/email/:email': async (c) =>
    c.json(await lookUpAffiliate(c.get('context'), c.req.param('email') ?? '')),

  'GET /api/affiliates/referrals': async (c) => {
    const { format } = parseInput(referralsQuery, c.req.query());
    const context = c.get('context');
    if (format === 'json') return c.json(await ownReferrals(context));
    return downloadCsv(c, 'referrals', await exportReferrals(context));
  },

  'GET /api/affiliates/export': (c) => {
    const query = parseInput(affiliateQuery, c.req.query());
    return downloadCsv(c, 'affiliates', exportAffiliates(c.get('context'), query));
  },

  'POST /api/affiliates/import': async (c) =>
    c.json(await importAffiliates(c.get('context'), await readJson(c, importInput))),

  'POST /api/affiliates/bulk': async (c) =>
    c.json(await switchAffiliates(c.get('context'), await readJson(c, bulkInput))),

  'GET /api/affiliates/:id': async (c) => {
    const found = await showAffiliate(c.get('context'), recordId(c, 'affiliate-missing'));
    setVersion(c, found);
    return c.json(found);
  },

  'PUT /api/affiliates/:id': async (c) => {
    const id = recordId(c, 'affiliate-missing');
    const input = await readJson(c, affiliateChange);
    const changed = await updateAffiliate(c.get('context'), id, input, expectedVersion(c, input.version));
    setVersion(c, changed);
    return c.json(changed);
  },

  'DELETE /api/affiliates/:id': async (c) => {
    const id = recordId(c, 'affiliate-missing');
    await deleteAffiliate(c.get('context'), id, expectedVersion(c));
    return c.body(null, 204);
  },
};
