import * as z from 'zod/mini';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import { site } from '../../../shared/site.ts';
import { createHttpClient } from '../../frame/outbound/http-client.ts';
import { withTiming, withTimeout } from '../../frame/outbound/timing.ts';
import '../../frame/outbound/zod-messages.ts';
import type { FirebaseSettings } from './firebase-auth.ts';

/** Firebase's answer. `code` is its error code, such as INVALID_OOB_CODE. Empty for a success. */
export interface RestAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly code: string;
}

/** Calls a method of Firebase's REST API, such as `accounts:resetPassword`. Throws `service-unavailable` without an answer. */
export type RestApi = (method: string, request: object) => Promise<RestAnswer>;

/** Returns a client of Firebase's REST API, for calls that firebase-admin does not have. */
export function createRestApi({ apiKey, emulatorHost }: FirebaseSettings): RestApi {
  const host = 'identitytoolkit.googleapis.com';
  const base = emulatorHost === undefined ? `https://${host}` : `http://${emulatorHost}/${host}`;
  const client = createHttpClient(site.product);

  return async (method, request) => {
    const send = async (signal: AbortSignal) => {
      const response = await client(`${base}/v1/${method}?key=${encodeURIComponent(apiKey)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
        signal,
      });
      const body: unknown = await response.json();
      return { status: response.status, body, code: response.status === 200 ? '' : errorCode(body) };
    };
    try {
      return await withTiming('identity', () => withTimeout('identity', limits.timeoutMs.identity, send));
    } catch (cause) {
      throw problem('service-unavailable', { cause });
    }
  };
}

/** Returns the problem of an answer that no caller expects. */
export function unexpectedAnswer(method: string, { status, code }: RestAnswer) {
  const cause = `${method} answered ${String(status)} ${code}`.trim();
  return problem(status === 429 || tooMany.test(code) ? 'too-many-requests' : 'service-unavailable', {
    cause,
  });
}

const errorShape = z.object({ error: z.object({ message: z.string() }) });

/** Returns Firebase's error code. The text after the code may quote the request. */
function errorCode(body: unknown): string {
  const failure = errorShape.safeParse(body);
  return failure.success ? (/^[A-Z_]+(?= *(:|$))/.exec(failure.data.error.message)?.[0] ?? '') : '';
}

const tooMany = /^(TOO_MANY_ATTEMPTS_TRY_LATER|QUOTA_EXCEEDED)$/;
