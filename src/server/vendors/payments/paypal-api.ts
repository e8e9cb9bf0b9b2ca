import * as z from 'zod';
import { type Problem, problem } from '../../../shared/problems.ts';

export interface PayPalSettings {
  readonly apiUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
}

/** No call to the provider waits longer than this, in milliseconds. */
const timeLimit = 4_000;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

/** A path for the log: what kind of resource, not which. */
const kindOf = (path: string): string => path.replace(/^(\/v\d\/\w+\/\w+\/)[^/?]+/, '$1…');

const unavailable = (cause: unknown): Problem =>
  problem('payment-provider-unavailable', { cause, retryAfter: 10 });

/**
 * Authorised GETs against PayPal's REST API, parsed by `shape`; null for 404. A token is kept until a
 * minute before it expires. Everything but a good answer is `payment-provider-unavailable`.
 */
export const createPayPalApi = (settings: PayPalSettings) => {
  let token: { value: Promise<string>; goodUntil: number } | null = null;

  const send = async (path: string, init: RequestInit): Promise<Response> => {
    try {
      return await fetch(new URL(path, settings.apiUrl), {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimit),
      });
    } catch (error) {
      throw unavailable(error);
    }
  };

  const parse = async <T>(response: Response, shape: z.ZodType<T>, path: string): Promise<T> => {
    if (!response.ok) throw unavailable(`${kindOf(path)} answered ${String(response.status)}`);
    const parsed = shape.safeParse(await response.json().catch(() => null));
    if (!parsed.success) throw unavailable(`${kindOf(path)}: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  };

  const requestToken = async (): Promise<string> => {
    const path = '/v1/oauth2/token';
    const response = await send(path, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${settings.clientId}:${settings.clientSecret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    const answer = await parse(response, tokenAnswer, path);
    if (token) token.goodUntil = Date.now() + (answer.expires_in - 60) * 1_000;
    return answer.access_token;
  };

  const currentToken = (): Promise<string> => {
    if (!token || token.goodUntil <= Date.now()) {
      const request = { value: requestToken(), goodUntil: Infinity };
      token = request;
      request.value.catch(() => {
        if (token === request) token = null;
      });
    }
    return token.value;
  };

  return {
    async get<T>(path: string, shape: z.ZodType<T>): Promise<T | null> {
      const attempt = async () =>
        send(path, { headers: { authorization: `Bearer ${await currentToken()}` } });
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
