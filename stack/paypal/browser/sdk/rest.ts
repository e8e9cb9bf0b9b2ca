import type { SdkContext } from './context.ts';

interface ErrorBody {
  message?: string;
  debug_id?: string;
  details?: { issue: string; description?: string }[];
}

/** A refused REST call, with the message of PayPal's SDK. */
export class RestError extends Error {
  readonly data: ErrorBody;
  /** True if the site handles a declined payment, and the SDK does not restart it. */
  readonly isLeftToSite: boolean;

  constructor(response: Response, data: ErrorBody) {
    const { issue = 'Generic Error', description = 'no description' } = data.details?.[0] ?? {};
    super(`${issue}: ${description} (Corr ID: ${data.debug_id ?? response.status})`);
    this.name = 'RestError';
    this.data = data;
    this.isLeftToSite = response.headers.get('paypal-simulator-declines') === 'surface';
  }

  /** True if the buyer can choose another way to pay. */
  get isDecline(): boolean {
    const issues = ['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED'];
    return this.data.details?.some(({ issue }) => issues.includes(issue)) ?? false;
  }
}

const tokens = new Map<string, Promise<string>>();

/** Returns a token for the client id. It is fetched once, and again after a failure. */
export function fetchAccessToken(context: SdkContext): Promise<string> {
  const key = `${context.base} ${context.clientId}`;
  const cached = tokens.get(key);
  if (cached) return cached;
  const token = requestToken(context);
  token.catch(() => tokens.delete(key));
  tokens.set(key, token);
  return token;
}

async function requestToken({ base, clientId }: SdkContext): Promise<string> {
  const response = await fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const answer = (await response.json()) as { access_token?: string };
  if (answer.access_token === undefined)
    throw new Error(`Auth Api response error:\n\n${JSON.stringify(answer, null, 4)}`);
  return answer.access_token;
}

/** Calls the REST API with the browser's token. Throws RestError. */
export async function callRest<T>(
  context: SdkContext,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${context.base}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await fetchAccessToken(context)}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return (await response.json()) as T;
  throw new RestError(response, (await response.json().catch(() => ({}))) as ErrorBody);
}
