import * as z from 'zod/mini';
import { resetInput } from '../../../shared/schemas/reset.ts';
import { resetTokenCheck } from '../../accounts/check-reset-token.ts';
import type { Operation } from '../operation.ts';

/** The two calls behind an emailed reset link. */
export const accountOperations = {
  'GET /api/auth/validate-reset-token/:token': {
    summary: 'Ask whether a reset link still works',
    path: { token: { description: 'The one-time code of the emailed link', example: 'kX2b9aExampleCode' } },
    answers: {
      200: {
        description: 'Whose it is, or what is wrong with it',
        json: {
          schema: resetTokenCheck,
          example: { valid: true, email: 'ada@mail.example', error: null },
        },
      },
    },
  },
  'POST /api/auth/reset-password': {
    summary: 'Set a new password',
    description: 'The code of the emailed link works once.',
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
  },
} as const satisfies Record<string, Operation>;
