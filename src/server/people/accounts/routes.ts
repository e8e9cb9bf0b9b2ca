import * as z from 'zod/mini';
import { resetInput } from '../../../shared/schemas/reset.ts';
import { json } from '../../frame/http/answer.ts';
import { resetErrors } from '../../frame/http/errors.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { commonSuffixes, countLookUp, leakedSuffixes } from './leaked-passwords.ts';
import { checkResetToken, resetPassword, resetTokenCheck } from './reset-password.ts';

/** The calls of an emailed reset link, and the look-up of leaked passwords for sign-ups. */
export const accountRoutes = [
  route({
    method: 'GET',
    path: '/api/auth/validate-reset-token/:token',
    access: 'public',
    rate: 'reset',
    tag: 'Accounts',
    summary: 'Check a reset link',
    params: { token: { description: 'The one-time code of the emailed link', example: 'kX2b9aExampleCode' } },
    answers: onlyJson('The email of the account, or the error', resetTokenCheck, {
      valid: true,
      email: 'ada@mail.example',
      error: null,
    }),
    handle: async ({ context, params }) => json(await checkResetToken(context, params.token)),
  }),

  route({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'public',
    rate: 'reset',
    sendsMails: true,
    errorShape: resetErrors,
    tag: 'Accounts',
    summary: 'Set a new password',
    description: 'The code of an emailed link works once.',
    body: {
      schema: resetInput,
      example: { token: 'kX2b9aExampleCode', newPassword: 'a long and quiet evening' },
    },
    answers: onlyJson('The password is set', z.object({ success: z.literal(true), error: z.null() }), {
      success: true,
      error: null,
    }),
    problems: [
      'reset-link-invalid',
      'new-password-too-short',
      'password-common',
      'password-leaked',
      'password-refused',
    ],
    handle: async ({ context, body }) => {
      await resetPassword(context, body);
      return json({ success: true, error: null });
    },
  }),

  route({
    method: 'GET',
    path: '/api/auth/leaked-passwords/:prefix',
    access: 'public',
    tag: 'Accounts',
    summary: 'List leaked and common password hashes by hash prefix',
    description:
      'The browser compares the hashes, so that a new password does not leave it. `leaked` is from Have I Been Pwned, and empty if it does not answer. `common` are the passwords that most people use.',
    params: {
      prefix: {
        description: 'The first five hex digits of the password’s SHA-1, uppercase',
        example: '5BAA6',
        schema: z.string().check(z.regex(/^[0-9A-F]{5}$/)),
        missing: 'not-found',
      },
    },
    answers: onlyJson(
      'The other 35 digits of each hash',
      z.object({ leaked: z.array(z.string()), common: z.array(z.string()) }),
      { leaked: ['1E4C9B93F3F0682250B6CF8331B7EE68FD8'], common: [] },
    ),
    handle: async ({ context, params }) => {
      await countLookUp(context);
      return json({
        leaked: await leakedSuffixes(context, params.prefix),
        common: await commonSuffixes(params.prefix),
      });
    },
  }),
];
