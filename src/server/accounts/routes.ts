import * as z from 'zod/mini';
import { resetInput } from '../../shared/schemas/reset.ts';
import { json } from '../http/answer.ts';
import { resetErrors } from '../http/errors.ts';
import { route } from '../http/route.ts';
import { checkResetToken, resetPassword, resetTokenCheck } from './reset-password.ts';

/** The two calls of an emailed reset link. */
export const accountRoutes = [
  route({
    method: 'GET',
    path: '/api/auth/validate-reset-token/:token',
    access: 'public',
    rate: 'reset',
    tag: 'Accounts',
    summary: 'Check a reset link',
    params: { token: { description: 'The one-time code of the emailed link', example: 'kX2b9aExampleCode' } },
    answers: {
      200: {
        description: 'The email of the account, or the error',
        json: {
          schema: resetTokenCheck,
          example: { valid: true, email: 'ada@mail.example', error: null },
        },
      },
    },
    handle: async ({ context, params }) => json(await checkResetToken(context, params.token)),
  }),

  route({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'public',
    rate: 'reset',
    errorShape: resetErrors,
    tag: 'Accounts',
    summary: 'Set a new password',
    description: 'The code of an emailed link works once.',
    body: {
      schema: resetInput,
      example: { token: 'kX2b9aExampleCode', newPassword: 'a long and quiet evening' },
    },
    answers: {
      200: {
        description: 'The password is set',
        json: {
          schema: z.object({ success: z.literal(true), error: z.null() }),
          example: { success: true, error: null },
        },
      },
    },
    problems: ['reset-link-invalid', 'new-password-too-short', 'password-common', 'password-refused'],
    handle: async ({ context, body }) => {
      await resetPassword(context, body);
      return json({ success: true, error: null });
    },
  }),
];
