import { resetInput } from '../../shared/schemas/reset.ts';
import { checkResetToken } from '../accounts/check-reset-token.ts';
import { resetPassword } from '../accounts/reset-password.ts';
import { json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { readJson } from '../http/input.ts';

/** The two calls behind an emailed reset link. */
export const accountCalls = {
  'GET /api/auth/validate-reset-token/:token': async (c) =>
    json(await checkResetToken(c.get('context'), c.req.param('token') ?? '')),

  'POST /api/auth/reset-password': async (c) => {
    await resetPassword(c.get('context'), await readJson(c, resetInput));
    return json({ success: true, error: null });
  },
} satisfies Calls;
