import * as z from 'zod/mini';
import '../outbound/zod-messages.ts';
import { limits } from '../../shared/limits.ts';
import { problem, type Problem } from '../../shared/problems.ts';
import { site } from '../../shared/site.ts';
import { withTiming, unlessAborted } from '../outbound/timing.ts';
import { createHttpClient, type HttpClient } from '../outbound/http-client.ts';
import { currentScope, remainingMs } from '../outbound/request-scope.ts';
import { withoutNulls } from './paypal-values.ts';

export interface PayPalSettings {
  readonly apiUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
}

/** Work after an answer and scheduled runs have more time than a call, for which somebody waits. */
const questionMs = (): number =>
  (currentScope()?.limitMs ?? 0) > limits.outsideMs.call
    ? limits.outsideMs.paymentsInBackground
    : limits.outsideMs.payments;

/** Ends a question after its time, in milliseconds, or sooner when the piece of work that asks has no more. */
export const timeLimit = (ms: number = questionMs()): AbortSignal => AbortSignal.timeout(remainingMs(ms));

/** An answer that is an error. `errorName` is the provider's own word for it, such as `INVALID_REQUEST`. */
class Refusal extends Error {
  readonly status: number;
  readonly errorName: string | undefined;

  constructor(message: string, status: number, errorName: string | undefined) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.errorName = errorName;
  }
}

/** The provider's answer that is an error, where a call failed by one. */
const refusalOf = (error: unknown): Pick<Refusal, 'status' | 'errorName'> | undefined =>
  error instanceof Error && error.cause instanceof Refusal ? error.cause : undefined;

/** The body of an answer that is an error; a name of any other form is none, for it stands in the log. */
const errorAnswer = z.object({ name: z.string().check(z.regex(/^[A-Z_]{1,64}$/)) });

const tokenPath = '/v1/oauth2/token';
const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

/** A path for the log: what kind of resource, not which. */
const kindOf = (path: string): string =>
  path.replace(/[?].*$/, '').replace(/^(\/v\d\/\w+\/[\w-]+\/)[^/]+/, '$1…');

const unavailable = (cause: unknown): Problem =>
  problem('payment-provider-unavailable', { cause, retryAfter: 10 });

/**
 * Authorised GETs against PayPal's REST API, parsed by `shape`; null for 404. A token is kept until a
 * minute before it expires. Everything but a good answer is `payment-provider-unavailable`, and so is
 * one that takes longer than the signal of `timeLimit` allows.
 */
export const createPayPalApi = (settings: PayPalSettings) => {
  let token: { readonly value: Promise<string>; goodUntil: number } | null = null;

  const line = createHttpClient(site.product);
  const send: HttpClient = (path, sent) =>
    withTiming('payments', async () => {
      const response = await line(new URL(path, settings.apiUrl), sent).catch((error: unknown) => {
        throw unavailable(error);
      });
      // Whom the provider does not let in gets no answer from it at all.
      if (response.status >= 500 || (path === tokenPath && !response.ok))
        throw unavailable(`${kindOf(String(path))} answered ${String(response.status)}`);
      return response;
    });

  const parse = async <T>(response: Response, shape: z.ZodMiniType<T>, path: string): Promise<T> => {
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) {
      const name = errorAnswer.safeParse(body).data?.name;
      const answer = `${kindOf(path)} answered ${String(response.status)}`;
      throw unavailable(
        new Refusal(name === undefined ? answer : `${answer} ${name}`, response.status, name),
      );
    }
    const parsed = shape.safeParse(withoutNulls(body));
    if (!parsed.success) throw unavailable(`${kindOf(path)}: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  };

  const requestToken = async () => {
    // Everybody waits for this one, each for as long as they have.
    const response = await send(tokenPath, {
      signal: AbortSignal.timeout(limits.outsideMs.payments),
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${settings.clientId}:${settings.clientSecret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    return parse(response, tokenAnswer, tokenPath);
  };

  const keptToken = (): Promise<string> | null =>
    token && token.goodUntil > Date.now() ? token.value : null;

  const newToken = (): Promise<string> => {
    const answer = requestToken();
    const request = { value: answer.then((given) => given.access_token), goodUntil: Infinity };
    token = request;
    answer.then(
      (given) => {
        request.goodUntil = Date.now() + (given.expires_in - 60) * 1_000;
      },
      () => {
        if (token === request) token = null;
      },
    );
    return request.value;
  };

  /** Whoever joins a request that began before may outlast it: where it failed, one more is made, for all of them. */
  const currentToken = (): Promise<string> =>
    keptToken()?.catch(() => keptToken() ?? newToken()) ?? newToken();

  return {
    // Here, since whatever is loaded later has a class of its own.
    refusalOf,

    async get<T>(path: string, shape: z.ZodMiniType<T>, signal: AbortSignal): Promise<T | null> {
      const attempt = async () => {
        const bearer = await unlessAborted(signal, currentToken()).catch((error: unknown) => {
          throw error === signal.reason ? unavailable(error) : error;
        });
        return send(path, { signal, headers: { authorization: `Bearer ${bearer}` } });
      };
      let response = await attempt();
      if (response.status === 401) {
        token = null;
        response = await attempt();
      }
      return response.status === 404 ? null : parse(response, shape, path);
    },
  };
};

export type PayPalApi = ReturnType<typeof createPayPalApi>;
