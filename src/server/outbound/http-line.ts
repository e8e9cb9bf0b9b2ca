import * as http from 'node:http';
import * as https from 'node:https';
import { text } from 'node:stream/consumers';

/** An idle connection older than this, in milliseconds, is not trusted any more: a function may have been frozen. */
const idleMs = 4_000;

const settings = { keepAlive: true, timeout: idleMs };

/** What is sent; nothing goes on once the signal has ended it. */
interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Sends a request and gives its answer, as `fetch` does but without headers; a redirect is an answer like others. */
export type HttpLine = (url: string | URL, sent: Sent) => Promise<Response>;

const toResponse = async (answer: http.IncomingMessage): Promise<Response> => {
  const content = await text(answer);
  return new Response(content || null, { status: answer.statusCode ?? 502 });
};

/**
 * A line to one party: connections are kept for the next question, but none of the idle ones once a question was given
 * up, since whatever made that one silent made them silent too, nor after a while without any: an agent's own timers
 * stand still with a frozen function, and may run only after its next question was sent. Every question names who asks,
 * since nameless clients are turned away by some.
 */
export const createHttpLine = (name: string): HttpLine => {
  // Of other letters a header takes none.
  const userAgent = name.replaceAll(/[^\x20-\x7e]/g, '').trim() || 'site';
  const plain = { agent: new http.Agent(settings), request: http.request };
  const secure = { agent: new https.Agent(settings), request: https.request };
  let usedAt = 0;

  return (url, { method = 'GET', headers = {}, body, signal }) =>
    new Promise((resolve, reject) => {
      const { agent, request } = new URL(url).protocol === 'http:' ? plain : secure;
      const forget = () => {
        for (const idle of Object.values(agent.freeSockets).flat()) idle?.destroy();
      };
      if (Date.now() - usedAt > idleMs) forget();
      signal.addEventListener('abort', forget, { once: true });
      const sent = request(
        url,
        { method, headers: { 'user-agent': userAgent, ...headers }, agent, signal },
        (answer) => {
          toResponse(answer).then(resolve, reject);
        },
      );
      sent.on('error', reject).on('close', () => {
        usedAt = Date.now();
        signal.removeEventListener('abort', forget);
      });
      sent.end(body);
    });
};
