import * as http from 'node:http';
import * as https from 'node:https';
import { text } from 'node:stream/consumers';

/** Idle connections are closed after this many milliseconds. Netlify freezes idle functions, and their connections die. */
const idleMs = 4_000;

const settings = { keepAlive: true, timeout: idleMs };

/** The options of a request. The signal aborts the request. */
interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Sends a request and returns its response. Unlike `fetch`, it returns no headers and follows no redirect. */
export type HttpClient = (url: string | URL, options: RequestOptions) => Promise<Response>;

/**
 * Returns a client for one service, which reuses connections. Idle connections are closed after an aborted request, because
 * they may be dead as well, and after a pause, because the timers of a frozen function do not run. The User-Agent is sent
 * because some services refuse requests without it.
 */
export function createHttpClient(name: string): HttpClient {
  // HTTP headers take only ASCII.
  const userAgent = name.replaceAll(/[^\x20-\x7e]/g, '').trim() || 'site';
  const plain = { agent: new http.Agent(settings), request: http.request };
  const secure = { agent: new https.Agent(settings), request: https.request };
  let lastUsedAt = 0;

  return (url, { method = 'GET', headers = {}, body, signal }) =>
    new Promise((resolve, reject) => {
      const { agent, request } = new URL(url).protocol === 'http:' ? plain : secure;
      const closeIdle = () => {
        for (const idle of Object.values(agent.freeSockets).flat()) idle?.destroy();
      };
      if (Date.now() - lastUsedAt > idleMs) closeIdle();
      signal.addEventListener('abort', closeIdle, { once: true });
      const outgoing = request(
        url,
        { method, headers: { 'user-agent': userAgent, ...headers }, agent, signal },
        (answer) => {
          readResponse(answer).then(resolve, reject);
        },
      );
      outgoing.on('error', reject).on('close', () => {
        lastUsedAt = Date.now();
        signal.removeEventListener('abort', closeIdle);
      });
      outgoing.end(body);
    });
}

async function readResponse(answer: http.IncomingMessage): Promise<Response> {
  const content = await text(answer);
  return new Response(content || null, { status: answer.statusCode ?? 502 });
}
