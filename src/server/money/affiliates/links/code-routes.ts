import * as z from 'zod/mini';
import { generateCookie } from 'hono/cookie';
import { problem } from '../../../../shared/problems.ts';
import { termsAt } from '../../../../shared/program.ts';
import { referralCookie } from '../../../../shared/referral-names.ts';
import { codesInLink, referralCookieAge } from '../../../../shared/referral.ts';
import { clickInput } from '../../../../shared/schemas/affiliate.ts';
import { empty, json } from '../../../frame/http/answer.ts';
import { onlyJson, route } from '../../../frame/http/route.ts';
import { validateCode } from '../codes.ts';
import { countClick } from './count-click.ts';

/** The two calls about codes that the browsers of all visitors make. */
export const codeRoutes = [
  route({
    method: 'GET',
    path: '/api/affiliates/validate/:code',
    access: 'public',
    service: true,
    rate: 'validate',
    tag: 'Affiliates',
    summary: 'Check an affiliate code',
    description: 'A code is valid if its affiliate is active. Letter case does not matter.',
    params: { code: { description: 'An affiliate code', example: 'ada0001' } },
    answers: onlyJson('Whether the code is valid', z.object({ valid: z.boolean() }), { valid: true }),
    handle: async ({ context, params }) => json({ valid: await validateCode(context, params.code) }),
  }),

  // Other sites put their own names into `ref`, so an unknown code neither sets nor replaces a cookie. The server sets the
  // cookie because some browsers delete a script's cookies after 7 days, and the tracking window is 60 days.
  route({
    method: 'POST',
    path: '/api/referral',
    access: 'public',
    tag: 'Purchases',
    summary: 'Remember and count a click on an affiliate’s link',
    description:
      'Takes one or several `ref` values of a link. The first code that an affiliate has becomes the referral cookie. Unknown codes set no cookie. The server adds one to the clicks of an active affiliate’s code, and stores nothing else.',
    body: { schema: clickInput, example: { code: 'ada0001' } },
    answers: {
      204: { description: 'Sets the cookie if an affiliate has the code', optionalHeaders: ['Set-Cookie'] },
    },
    handle: async ({ c, context, body }) => {
      const codes = [body.code].flat().slice(0, 5).flatMap(codesInLink);
      if (codes.length === 0)
        throw problem('invalid', { fields: [{ field: 'code', message: 'Not an affiliate code' }] });
      const code = await countClick(context, codes);
      if (!code) return empty();
      const cookie = generateCookie(referralCookie, code, {
        path: '/',
        maxAge: referralCookieAge(termsAt(context.now.getTime())),
        sameSite: 'Lax',
        secure: new URL(c.req.url).protocol === 'https:',
      });
      return empty({ 'Set-Cookie': cookie });
    },
  }),
];
