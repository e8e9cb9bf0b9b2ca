import { affiliateApplication, affiliateRecord } from '../../shared/schemas/affiliate.ts';
import { isAdmin } from '../context.ts';
import { applyAffiliate } from '../affiliates/apply-affiliate.ts';
import { createAffiliate } from '../affiliates/create-affiliate.ts';
import { exportReferrals } from '../affiliates/export-referrals.ts';
import { affiliateListQuery, listAffiliates } from '../affiliates/list-affiliates.ts';
import { lookUpAffiliate } from '../affiliates/look-up-affiliate.ts';
import { findOwnAffiliate } from '../affiliates/find-own-affiliate.ts';
import { ownReferrals, referralsQuery } from '../affiliates/own-referrals.ts';
import { json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { downloadCsv } from '../http/download.ts';
import { readJson, readQuery } from '../http/input.ts';
import { pageAnswer } from '../http/page.ts';

/** Affiliates as they are asked for by whoever is signed in: their own record, all of them for an admin. */
export const affiliateCalls = {
  'GET /api/affiliates': async (c) => {
    const context = c.get('context');
    const query = readQuery(c, affiliateListQuery);
    if (!isAdmin(context.actor)) {
      const own = await findOwnAffiliate(context);
      return json(own ? [own] : []);
    }
    const page = await listAffiliates(context, query);
    return pageAnswer(page.rows, page);
  },

  'POST /api/affiliates': async (c) => {
    const context = c.get('context');
    return isAdmin(context.actor)
      ? json(await createAffiliate(context, await readJson(c, affiliateRecord)), 201)
      : json(await applyAffiliate(context, await readJson(c, affiliateApplication)), 201);
  },

  'GET /api/affiliates/email/:email': async (c) =>
    json(await lookUpAffiliate(c.get('context'), c.req.param('email') ?? '')),

  'GET /api/affiliates/referrals': async (c) => {
    const { format } = readQuery(c, referralsQuery);
    const context = c.get('context');
    if (format === 'json') return json(await ownReferrals(context));
    return downloadCsv(c, 'referrals', await exportReferrals(context));
  },
} satisfies Calls;
