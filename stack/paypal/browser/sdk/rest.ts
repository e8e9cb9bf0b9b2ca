import type { SdkContext } from './context.ts';

interface ErrorBody {
  message?: string;
  debug_id?: string;
  details?: { issue: string; description?: string }[];
}

/** A REST call's refusal, worded as the provider's SDK words it. */
export class RestError extends Error {
  readonly data: ErrorBody;
  /** The SDK does not restart a declined payment by itself, so that the site's own handling shows. */
  readonly leaveToSite: boolean;

  constructor(response: Response, data: ErrorBody) {
    const { issue = 'Generic Error', description = 'no description' } = data.details?.[0] ?? {};
    super(`${issue}: ${description} (Corr ID: ${data.debug_id ?? response.status})`);
    this.name = 'RestError';
    this.data = data;
    this.leaveToSite = response.headers.get('paypal-simulator-declines') === 'surface';
  }

  /** Whether the buyer can mend it by choosing another way to pay. */
  get isDecline(): boolean {
    const issues = ['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED'];
    return this.data.details?.some(({ issue }) => issues.includes(issue)) ?? false;
  }
}

const tokens = new Map<string, Promise<string>>();

const requestToken = async ({ base, clientId }: SdkContext): Promise<string> => {
  const response = await fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const answer = (await response.json()) as { access_token?: string };
  if (answer.access_token === undefined)
    throw new Error(`Auth Api response error:\n\n${JSON.stringify(answer, null, 4)}`);
  return answer.access_token;
};

/** The token that the public client id gives; asked for once, and again after a failure. */
export const accessToken = (context: SdkContext): Promise<string> => {
  const key = `${context.base} ${context.clientId}`;
  const known = tokens.get(key);
  if (known) return known;
  const asked = requestToken(context);
  asked.catch(() => tokens.delete(key));
  tokens.set(key, asked);
  return asked;
};

/** Calls the REST API with the browser's token; throws RestError for every refusal. */
export const callRest = async <T>(
  context: SdkContext,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> => {
  const response = await fetch(`${context.base}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await accessToken(context)}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return (await response.json()) as T;
  throw new RestError(response, (await response.json().catch(() => ({}))) as ErrorBody);
};
