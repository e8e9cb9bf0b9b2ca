import { validateCode } from '../affiliates/validate-code.ts';
import { json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';

/** About a code, only whether it is valid: a call of everybody's, loaded with nothing else. */
export const validateCalls = {
  'GET /api/affiliates/validate/:code': async (c) =>
    json({ valid: await validateCode(c.get('context'), c.req.param('code') ?? '') }),
} satisfies Calls;
