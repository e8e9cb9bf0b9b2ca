import { validateCode } from '../domain/affiliate/validate-code.ts';
import type { Calls } from '../http/calls.ts';

/** Affiliate codes: whether one is valid, and nothing else about it. */
export const affiliateCalls: Calls = {
  'GET /api/affiliates/validate/:code': async (c) =>
    c.json({ valid: await validateCode(c.get('context'), c.req.param('code') ?? '') }),
};
