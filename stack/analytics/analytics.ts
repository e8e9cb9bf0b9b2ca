import { z } from 'zod';
import { closeServer, serveHandler } from '../web-server.ts';

export interface Analytics {
  readonly url: string;
  /** URL of the analytics script. */
  readonly scriptUrl: string;
  readonly close: () => Promise<void>;
}

interface Visitor {
  readonly sent: SentCommand[];
  /** Number of requests for the script. */
  loads: number;
  /** The answer with the script waits for this promise. */
  hold: Promise<void> | null;
  release: () => void;
}

/**
 * A command of a page: `event` or `config`, and its arguments. `at` is the time at which the page sent it, and `place` its place
 * among the commands of the page.
 */
const sentCommand = z.object({ at: z.number(), place: z.number(), command: z.array(z.unknown()) });
type SentCommand = z.infer<typeof sentCommand>;

/**
 * Starts a stand-in for Google Analytics. It tells visitors apart by their user agent, so that parallel tests see only their own
 * commands: `/visitor?agent=…` returns them, `/hold` and `/release` delay the script.
 */
export async function startAnalytics(port: number): Promise<Analytics> {
  const visitors = new Map<string, Visitor>();
  function findVisitor(agent: string): Visitor {
    const visitor = visitors.get(agent) ?? { sent: [], loads: 0, hold: null, release: () => undefined };
    visitors.set(agent, visitor);
    return visitor;
  }
  const url = `http://127.0.0.1:${String(port)}`;

  async function script(visitor: Visitor): Promise<Response> {
    visitor.loads += 1;
    await visitor.hold;
    const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-store' };
    return new Response(analyticsScript(`${url}/collect`), { headers });
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const visitor = findVisitor(searchParams.get('agent') ?? request.headers.get('user-agent') ?? '');
    if (pathname === '/gtag/js') return script(visitor);
    if (pathname === '/visitor')
      return Response.json({ commands: inOrder(visitor.sent), loads: visitor.loads });
    if (pathname === '/collect') visitor.sent.push(sentCommand.parse(await request.json()));
    if (pathname === '/hold')
      visitor.hold = new Promise((resolve) => {
        visitor.release = resolve;
      });
    if (pathname === '/release') {
      visitor.hold = null;
      visitor.release();
    }
    return new Response(null, { status: 204, headers: { 'access-control-allow-origin': '*' } });
  }

  const server = await serveHandler(handle, port);
  return { url, scriptUrl: `${url}/gtag/js`, close: () => closeServer(server) };
}

/** The commands in the order in which the pages sent them. Beacons may arrive in another order. */
function inOrder(sent: readonly SentCommand[]): unknown[][] {
  return sent.toSorted((a, b) => a.at - b.at || a.place - b.place).map(({ command }) => command);
}

/**
 * Returns the script of the stand-in. Like gtag it reads the commands in the page's queue, which must be `arguments` objects. It
 * posts each command to the stand-in.
 */
export function analyticsScript(collectUrl: string): string {
  return `(() => {
  const queue = (window.dataLayer ??= []);
  let place = 0;
  const send = (entry) => {
    if (Object.prototype.toString.call(entry) !== '[object Arguments]') return;
    const at = performance.timeOrigin + performance.now();
    navigator.sendBeacon(${JSON.stringify(collectUrl)}, JSON.stringify({ at, place: place++, command: [...entry] }));
  };
  queue.forEach(send);
  queue.push = (...entries) => {
    entries.forEach(send);
    return Array.prototype.push.apply(queue, entries);
  };
})();`;
}
