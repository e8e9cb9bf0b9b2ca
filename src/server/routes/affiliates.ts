import { affiliateApplication, affiliateRecord } from '../../shared/schemas/affiliate.ts';
import { isAdmin } from '../context.ts';
import { applyAffiliate } from '../domain/affiliate/apply-affiliate.ts';
import { createAffiliate } from '../domain/affiliate/create-affiliate.ts';
import { listAffiliates } from '../domain/affiliate/list-affiliates.ts';
import { ownAffiliates } from '../domain/affiliate/own-affiliates.ts';
import { validateCode } from '../domain/affiliate/validate-code.ts';
import { pageQuery } from '../domain/operations/keyset.ts';
import type { Calls } from '../http/calls.ts';
import { parseInput, readJson } from '../http/input.ts';

/** Affiliates: everybody's own record, all of them for an admin; about a code, only whether it is valid. */
export const affiliateCalls: Calls = {
  'GET /api/affiliates/validate/:code': async (c) =>
    c.json({ valid: await validateCode(c.get('context'), c.req.param('code') ?? '') }),

  'GET /api/affiliates': async (c) => {
    const context = c.get('context');
    const query = parseInput(pageQuery, c.req.query());
    if (!isAdmin(context.actor)) return c.json(await ownAffiliates(context));
    const page = await listAffiliates(context, query);
    if (page.next) c.header('X-Next-Cursor', page.next);
    return c.json(page.affiliates);
  },

  'POST /api/affiliates': async (c) => {
    const context = c.get('context');
    return isAdmin(context.actor)
      ? c.json(await createAffiliate(context, await readJson(c, affiliateRecord)), 201)
      : c.json(await applyAffiliate(context, await readJson(c, affiliateApplication)), 201);
  },
};
