import * as http from 'node:http';
import * as https from 'node:https';
import { text } from 'node:stream/consumers';

/** Idle connections older than this are closed, in milliseconds: Netlify may have frozen the function meanwhile. */
const idleMs = 4_000;

const settings = { keepAlive: true, timeout: idleMs };

/** The parts of a request. The signal aborts it. */
interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Sends a request and returns its response, as `fetch` does, but without headers and without following redirects. */
export type HttpClient = (url: string | URL, options: RequestOptions) => Promise<Response>;

const toResponse = async (answer: http.IncomingMessage): Promise<Response> => {
  const content = await text(answer);
  return new Response(content || null, { status: answer.statusCode ?? 502 });
};

/**
 * Returns a client for one service. It keeps connections for the next request. It closes the idle ones after an aborted
 * request, since they may be as dead as that one, and after a pause: a frozen function's own timers do not run. It sends a
 * User-Agent, because some services refuse requests without one.
 */
export const createHttpClient = (name: string): HttpClient => {
  // A header takes ASCII only.
  const userAgent = name.replaceAll(/[^\x20-\x7e]/g, '').trim() || 'site';
  const plain = { agent: new http.Agent(settings), request: http.request };
  const secure = { agent: new https.Agent(settings), request: https.request };
  let usedAt = 0;

  return (url, { method = 'GET', headers = {}, body, signal }) =>
    new Promise((resolve, reject) => {
      const { agent, request } = new URL(url).protocol === 'http:' ? plain : secure;
      const closeIdle = () => {
        for (const idle of Object.values(agent.freeSockets).flat()) idle?.destroy();
      };
      if (Date.now() - usedAt > idleMs) closeIdle();
      signal.addEventListener('abort', closeIdle, { once: true });
      const sent = request(
        url,
        { method, headers: { 'user-agent': userAgent, ...headers }, agent, signal },
        (answer) => {
          toResponse(answer).then(resolve, reject);
        },
      );
      sent.on('error', reject).on('close', () => {
        usedAt = Date.now();
        signal.removeEventListener('abort', closeIdle);
      });
      sent.end(body);
    });
};
