import { generateCookie } from 'hono/cookie';
import { problem } from '../../shared/problems.ts';
import { normaliseCode, referralCookie, referralCookieAge } from '../../shared/referral.ts';
import { click } from '../../shared/schemas/click.ts';
import { empty } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { readJson } from '../http/input.ts';

/**
 * Repeats the referral cookie as a server's cookie: some browsers keep a cookie written by a script for
 * seven days only, and the tracking window is 60. Stores nothing.
 */
export const referralCalls = {
  'POST /api/referral': async (c) => {
    const code = normaliseCode((await readJson(c, click)).code);
    if (!code) throw problem('invalid', { fields: [{ field: 'code', message: 'Not an affiliate code' }] });
    const cookie = generateCookie(referralCookie, code, {
      path: '/',
      maxAge: referralCookieAge,
      sameSite: 'Lax',
      secure: new URL(c.req.url).protocol === 'https:',
    });
    return empty({ 'Set-Cookie': cookie });
  },
} satisfies Calls;
