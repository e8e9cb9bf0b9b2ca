import { generateCookie } from 'hono/cookie';
import { problem } from '../../shared/problems.ts';
import { termsAt } from '../../shared/program.ts';
import { codesInLink, referralCookie, referralCookieAge } from '../../shared/referral.ts';
import { click } from '../../shared/schemas/click.ts';
import { findCode } from '../affiliates/find-code.ts';
import { empty } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { readJson } from '../http/input.ts';

/**
 * Sets the referral cookie for the first code of the link that an affiliate has. Other sites put their own names into
 * `ref`, so a code that no affiliate has sets no cookie and replaces none. The server sets the cookie because some
 * browsers drop a script's cookies after seven days, and the tracking window is 60. Stores nothing.
 */
export const referralCalls = {
  'POST /api/referral': async (c) => {
    const values = [(await readJson(c, click)).code].flat().slice(0, 5);
    const codes = values.flatMap(codesInLink);
    if (codes.length === 0)
      throw problem('invalid', { fields: [{ field: 'code', message: 'Not an affiliate code' }] });
    const context = c.get('context');
    const code = await findCode(context, codes);
    if (!code) return empty();
    const cookie = generateCookie(referralCookie, code, {
      path: '/',
      maxAge: referralCookieAge(termsAt(context.now.getTime())),
      sameSite: 'Lax',
      secure: new URL(c.req.url).protocol === 'https:',
    });
    return empty({ 'Set-Cookie': cookie });
  },
} satisfies Calls;
