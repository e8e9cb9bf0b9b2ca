import * as z from 'zod/mini';
import { problem } from '../../../shared/problems.ts';
import type { Identity } from '../../frame/context/identity.ts';
import { type RestApi, unexpectedAnswer } from './rest-api.ts';

const method = 'accounts:resetPassword';

/** Calls Firebase's REST API with the one-time code of a password reset mail. firebase-admin has no such calls. */
export function createResetCodes(callRest: RestApi): Pick<Identity, 'checkResetCode' | 'resetPassword'> {
  const callFirebase = async (request: { oobCode: string; newPassword?: string }) => {
    const answer = await callRest(method, request);
    const { status, body, code } = answer;
    if (status === 200) {
      const account = accountShape.safeParse(body);
      if (!account.success)
        throw problem('service-unavailable', { cause: `${method}: ${z.prettifyError(account.error)}` });
      return account.data.requestType === 'PASSWORD_RESET' ? { email: account.data.email ?? null } : null;
    }
    if (badResetCode.test(code)) return null;
    if (weakPassword.test(code)) throw problem('password-refused', { cause: `${method} answered ${code}` });
    throw unexpectedAnswer(method, answer);
  };

  return {
    async checkResetCode(code) {
      const account = await callFirebase({ oobCode: code });
      return account !== null && account.email !== null ? { email: account.email } : null;
    },
    resetPassword: (code, newPassword) => callFirebase({ oobCode: code, newPassword }),
  };
}

const accountShape = z.object({ email: z.optional(z.string()), requestType: z.string() });

const badResetCode = /^(EXPIRED_OOB_CODE|INVALID_OOB_CODE|USER_DISABLED|EMAIL_NOT_FOUND|USER_NOT_FOUND)$/;
const weakPassword = /^(WEAK_PASSWORD|PASSWORD_DOES_NOT_MEET_REQUIREMENTS)$/;
