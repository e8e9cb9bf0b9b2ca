import * as z from 'zod/mini';
import { generateCookie } from 'hono/cookie';
import { problem } from '../../shared/problems.ts';
import { termsAt } from '../../shared/program.ts';
import { codesInLink, referralCookie, referralCookieAge } from '../../shared/referral.ts';
import { click } from '../../shared/schemas/affiliate.ts';
import { empty, json } from '../http/answer.ts';
import { route } from '../http/route.ts';
import { findCode, validateCode } from './codes.ts';

/** The two calls about codes that every visitor's browser makes. */
export const codeRoutes = [
  route({
    method: 'GET',
    path: '/api/affiliates/validate/:code',
    who: 'open',
    service: true,
    rate: 'validate',
    tag: 'Affiliates',
    summary: 'Ask whether an affiliate code is valid',
    description: 'Valid means that the code exists and its affiliate is active. Codes compare in any case.',
    params: { code: { description: 'An affiliate code', example: 'ada0001' } },
    answers: {
      200: {
        description: 'Whether it is',
        json: { schema: z.object({ valid: z.boolean() }), example: { valid: true } },
      },
    },
    handle: async ({ context, params }) => json({ valid: await validateCode(context, params.code) }),
  }),

  // Other sites put their own names into `ref`, so a code that no affiliate has sets no cookie and replaces none. The
  // server sets the cookie because some browsers drop a script's cookies after seven days, and the tracking window is 60.
  route({
    method: 'POST',
    path: '/api/referral',
    who: 'open',
    tag: 'Purchases',
    summary: 'Remember an affiliate’s link',
    description:
      'Takes the `ref` value of a link, or several. The first code in them that an affiliate has becomes the referral cookie; a code that no affiliate has sets none. Nothing is stored.',
    body: {
      schema: click,
      example: { code: 'ada0001' },
    },
    answers: {
      204: { description: 'The cookie is set if an affiliate has the code', sometimes: ['Set-Cookie'] },
    },
    handle: async ({ c, context, body }) => {
      const codes = [body.code].flat().slice(0, 5).flatMap(codesInLink);
      if (codes.length === 0)
        throw problem('invalid', { fields: [{ field: 'code', message: 'Not an affiliate code' }] });
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
  }),
];
