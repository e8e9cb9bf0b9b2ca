import * as z from 'zod/mini';
import '../../frame/outbound/zod-messages.ts';
import { limits } from '../../../shared/limits.ts';
import { problem, type Problem } from '../../../shared/problems.ts';
import { site } from '../../../shared/site.ts';
import { createHttpClient, type HttpClient } from '../../frame/outbound/http-client.ts';
import { currentScope, remainingMs } from '../../frame/outbound/request-scope.ts';
import { unlessAborted, withTiming } from '../../frame/outbound/timing.ts';
import { ErrorAnswer, type Refusal } from '../../frame/context/paypal.ts';
import { withoutNulls } from './value-shapes.ts';

export interface PayPalSettings {
  readonly apiUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
}

const tokenPath = '/v1/oauth2/token';
const tokenShape = z.object({ access_token: z.string(), expires_in: z.number() });

/**
 * Returns a client that sends authorized requests to PayPal's REST API. `get` parses the body by `shape`, and returns null for
 * 404. `post` returns a refusal for an error that no repetition changes. Both throw `payment-provider-unavailable` for every other
 * error, and when the signal of `requestSignal` aborts. A token is used until a minute before it expires.
 */
export function createPayPalApi(settings: PayPalSettings) {
  let token: { readonly value: Promise<string>; expiresAt: number } | null = null;

  const client = createHttpClient(site.product);
  const send: HttpClient = (path, options) =>
    withTiming('payments', async () => {
      const response = await client(new URL(path, settings.apiUrl), options).catch((error: unknown) => {
        throw unavailable(error);
      });
      // Without a token no call succeeds, so a refused request for a token counts as an outage.
      if (response.status >= 500 || (path === tokenPath && !response.ok))
        throw unavailable(`${pathForLog(String(path))} answered ${String(response.status)}`);
      return response;
    });

  const requestToken = async () => {
    const response = await send(tokenPath, {
      // All callers share the request, so it has the full time, and each caller stops waiting by itself.
      signal: AbortSignal.timeout(limits.timeoutMs.paypal),
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${settings.clientId}:${settings.clientSecret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    return parse(response, tokenShape, tokenPath);
  };

  const cachedToken = (): Promise<string> | null =>
    token && token.expiresAt > Date.now() ? token.value : null;

  const newToken = (): Promise<string> => {
    const answer = requestToken();
    const request = { value: answer.then((body) => body.access_token), expiresAt: Infinity };
    token = request;
    answer.then(
      (body) => {
        request.expiresAt = Date.now() + (body.expires_in - 60) * 1_000;
      },
      () => {
        if (token === request) token = null;
      },
    );
    return request.value;
  };

  /** Joins a request that is under way. If that request fails, one new request is made for all who joined it. */
  const currentToken = (): Promise<string> =>
    cachedToken()?.catch(() => cachedToken() ?? newToken()) ?? newToken();

  /** Sends a request with a token, once more with a new token if PayPal refuses the first. */
  const sendAuthorized: HttpClient = async (path, { signal, headers, ...options }) => {
    const attempt = async () => {
      const bearer = await unlessAborted(signal, currentToken()).catch((error: unknown) => {
        throw error === signal.reason ? unavailable(error) : error;
      });
      return send(path, { ...options, signal, headers: { ...headers, authorization: `Bearer ${bearer}` } });
    };
    const response = await attempt();
    if (response.status !== 401) return response;
    token = null;
    return attempt();
  };

  return {
    async get<T>(path: string, shape: z.ZodMiniType<T>, signal: AbortSignal): Promise<T | null> {
      const response = await sendAuthorized(path, { signal });
      return response.status === 404 ? null : parse(response, shape, path);
    },

    async post<T>(
      path: string,
      { body, shape, requestId, signal }: PostOptions<T>,
    ): Promise<{ readonly answer: T } | Refusal> {
      const response = await sendAuthorized(path, {
        signal,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'PayPal-Request-Id': requestId },
        body: JSON.stringify(body),
      });
      if (!refusalStatuses.includes(response.status)) return { answer: await parse(response, shape, path) };
      const { name, details } = refusalShape.safeParse(await response.json().catch(() => null)).data ?? {};
      return { refusal: details?.[0]?.issue ?? name ?? `PayPal answered ${String(response.status)}` };
    },
  };
}

interface PostOptions<T> {
  readonly body: object;
  readonly shape: z.ZodMiniType<T>;
  /** The idempotency key: PayPal acts once for a key, and repeats its answer. */
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** Answers that stay the same if the request is repeated. A 409 may change: an earlier request with the same key is still in progress. */
const refusalStatuses: readonly number[] = [400, 403, 404, 422];

const refusalShape = z.object({
  name: z.optional(z.string().check(z.regex(/^[A-Z_]{1,64}$/))),
  details: z.optional(z.array(z.object({ issue: z.optional(z.string().check(z.regex(/^[A-Z_]{1,64}$/))) }))),
});

export type PayPalApi = ReturnType<typeof createPayPalApi>;

/** Returns a signal that aborts after `ms` milliseconds, or sooner if the call or the run has less time left. */
export function requestSignal(ms = defaultTimeoutMs()): AbortSignal {
  return AbortSignal.timeout(remainingMs(ms));
}

/** Work after an answer and scheduled runs have more time than a call, because nobody waits for them. */
function defaultTimeoutMs(): number {
  const isInBackground = (currentScope()?.limitMs ?? 0) > limits.timeoutMs.call;
  return isInBackground ? limits.timeoutMs.paypalInBackground : limits.timeoutMs.paypal;
}

/** The body of an error answer. The name is logged, so only a name of this form is accepted. */
const errorShape = z.object({ name: z.string().check(z.regex(/^[A-Z_]{1,64}$/)) });

async function parse<T>(response: Response, shape: z.ZodMiniType<T>, path: string): Promise<T> {
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const name = errorShape.safeParse(body).data?.name;
    const message = `${pathForLog(path)} answered ${String(response.status)}`;
    throw unavailable(
      new ErrorAnswer(name === undefined ? message : `${message} ${name}`, response.status, name),
    );
  }
  const parsed = shape.safeParse(withoutNulls(body));
  if (!parsed.success)
    throw unavailable(
      new ErrorAnswer(`${pathForLog(path)}: ${z.prettifyError(parsed.error)}`, response.status),
    );
  return parsed.data;
}

/** Returns a path with an ellipsis in place of the id, and without the query. */
function pathForLog(path: string): string {
  return path.replace(/[?].*$/, '').replace(/^(\/v\d\/\w+\/[\w-]+\/)[^/]+/, '$1…');
}

function unavailable(cause: unknown): Problem {
  return problem('payment-provider-unavailable', { cause, retryAfter: 10 });
}
