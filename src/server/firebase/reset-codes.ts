import * as z from 'zod/mini';
import { limits } from '../../shared/limits.ts';
import { problem } from '../../shared/problems.ts';
import { site } from '../../shared/site.ts';
import { createHttpClient, type HttpClient } from '../outbound/http-client.ts';
import { withTiming, withTimeout } from '../outbound/timing.ts';
import '../outbound/zod-messages.ts';
import type { FirebaseSettings } from './firebase-auth.ts';
import type { Identity } from './identity.ts';

const method = 'accounts:resetPassword';

/** Calls Firebase's REST API with the one-time code of a password reset mail. firebase-admin has no such calls. */
export function createResetCodes({
  apiKey,
  emulatorHost,
}: FirebaseSettings): Pick<Identity, 'checkResetCode' | 'resetPassword'> {
  const host = 'identitytoolkit.googleapis.com';
  const base = emulatorHost === undefined ? `https://${host}` : `http://${emulatorHost}/${host}`;
  const url = `${base}/v1/${method}?key=${encodeURIComponent(apiKey)}`;
  const client = createHttpClient(site.product);

  const callFirebase = async (request: { oobCode: string; newPassword?: string }) => {
    const { status, body } = await post(client, url, request);
    if (status === 200) {
      const account = accountShape.safeParse(body);
      if (!account.success)
        throw problem('service-unavailable', { cause: `${method}: ${z.prettifyError(account.error)}` });
      return account.data.requestType === 'PASSWORD_RESET' ? account.data : null;
    }
    const code = errorCode(body);
    if (badResetCode.test(code)) return null;
    const cause = `${method} answered ${String(status)} ${code}`.trim();
    if (weakPassword.test(code)) throw problem('password-refused', { cause });
    if (status === 429 || tooMany.test(code)) throw problem('too-many-requests', { cause });
    throw problem('service-unavailable', { cause });
  };

  return {
    async checkResetCode(code) {
      const account = await callFirebase({ oobCode: code });
      return account?.email === undefined ? null : { email: account.email };
    },
    resetPassword: async (code, newPassword) => (await callFirebase({ oobCode: code, newPassword })) !== null,
  };
}

async function post(client: HttpClient, url: string, request: object) {
  const send = async (signal: AbortSignal) => {
    const response = await client(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal,
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  };
  try {
    return await withTiming('identity', () => withTimeout('identity', limits.timeoutMs.identity, send));
  } catch (cause) {
    throw problem('service-unavailable', { cause });
  }
}

const accountShape = z.object({ email: z.optional(z.string()), requestType: z.string() });
const errorShape = z.object({ error: z.object({ message: z.string() }) });

/** Returns Firebase's error code, such as INVALID_OOB_CODE. The text after the code may quote the request. */
function errorCode(body: unknown): string {
  const failure = errorShape.safeParse(body);
  return failure.success ? (/^[A-Z_]+(?= *(:|$))/.exec(failure.data.error.message)?.[0] ?? '') : '';
}

const badResetCode = /^(EXPIRED_OOB_CODE|INVALID_OOB_CODE|USER_DISABLED|EMAIL_NOT_FOUND|USER_NOT_FOUND)$/;
const weakPassword = /^(WEAK_PASSWORD|PASSWORD_DOES_NOT_MEET_REQUIREMENTS)$/;
const tooMany = /^(TOO_MANY_ATTEMPTS_TRY_LATER|QUOTA_EXCEEDED)$/;
