import * as z from 'zod/mini';
import { limits } from '../../shared/limits.ts';
import { problem } from '../../shared/problems.ts';
import { site } from '../../shared/site.ts';
import '../outbound/zod-messages.ts';
import { withTiming, withTimeout } from '../outbound/timing.ts';
import { createHttpClient, type HttpClient } from '../outbound/http-client.ts';
import type { FirebaseSettings } from './firebase-auth.ts';
import type { Identity } from './identity.ts';

const call = 'accounts:resetPassword';

const answerShape = z.object({ email: z.optional(z.string()), requestType: z.string() });
const failureShape = z.object({ error: z.object({ message: z.string() }) });

/** The provider's word for what is wrong, such as INVALID_OOB_CODE; texts behind it may quote the request. */
const wordOf = (body: unknown): string => {
  const failure = failureShape.safeParse(body);
  return failure.success ? (/^[A-Z_]+(?= *(:|$))/.exec(failure.data.error.message)?.[0] ?? '') : '';
};

const badCode = /^(EXPIRED_OOB_CODE|INVALID_OOB_CODE|USER_DISABLED|EMAIL_NOT_FOUND|USER_NOT_FOUND)$/;
const badPassword = /^(WEAK_PASSWORD|PASSWORD_DOES_NOT_MEET_REQUIREMENTS)$/;
const tooMany = /^(TOO_MANY_ATTEMPTS_TRY_LATER|QUOTA_EXCEEDED)$/;

const send = async (
  line: HttpClient,
  url: string,
  body: object,
): Promise<{ status: number; body: unknown }> => {
  const post = async (signal: AbortSignal) => {
    const response = await line(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
    const content: unknown = await response.json();
    return { status: response.status, body: content };
  };
  try {
    return await withTiming('identity', () => withTimeout('identity', limits.timeoutMs.identity, post));
  } catch (cause) {
    throw problem('service-unavailable', { cause });
  }
};

/** The two calls about a reset mail's one-time code, over the provider's REST API. */
export const createResetCodes = ({
  apiKey,
  emulatorHost,
}: FirebaseSettings): Pick<Identity, 'checkResetCode' | 'resetPassword'> => {
  const host = 'identitytoolkit.googleapis.com';
  const base = emulatorHost === undefined ? `https://${host}` : `http://${emulatorHost}/${host}`;
  const url = `${base}/v1/${call}?key=${encodeURIComponent(apiKey)}`;

  const line = createHttpClient(site.product);

  const askReset = async (request: { oobCode: string; newPassword?: string }) => {
    const { status, body } = await send(line, url, request);
    if (status === 200) {
      const answer = answerShape.safeParse(body);
      if (!answer.success)
        throw problem('service-unavailable', { cause: `${call}: ${z.prettifyError(answer.error)}` });
      return answer.data.requestType === 'PASSWORD_RESET' ? answer.data : null;
    }
    const word = wordOf(body);
    if (badCode.test(word)) return null;
    const cause = `${call} answered ${String(status)} ${word}`.trim();
    if (badPassword.test(word)) throw problem('password-refused', { cause });
    if (status === 429 || tooMany.test(word)) throw problem('too-many-requests', { cause });
    throw problem('service-unavailable', { cause });
  };

  return {
    async checkResetCode(code) {
      const answer = await askReset({ oobCode: code });
      return answer?.email === undefined ? null : { email: answer.email };
    },
    resetPassword: async (code, newPassword) => (await askReset({ oobCode: code, newPassword })) !== null,
  };
};
