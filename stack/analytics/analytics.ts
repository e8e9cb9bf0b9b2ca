import { z } from 'zod';
import { closeServer, serveHandler } from '../web-server.ts';

export interface Analytics {
  readonly url: string;
  /** Where the site finds the provider's script. */
  readonly scriptUrl: string;
  readonly close: () => Promise<void>;
}

interface Visitor {
  readonly commands: unknown[][];
  /** Times the script was asked for. */
  loads: number;
  /** The script waits for it. */
  held: Promise<void> | null;
  release: () => void;
}

/** A command as a page gave it: `event`, `config` and the like, and what followed. */
const command = z.array(z.unknown());

/**
 * Stands in for the analytics provider. Visitors are told apart by their user agent, so that
 * tests side by side see their own: `/visitor?agent=…` answers what came, `/hold` and `/release` keep the
 * script back.
 */
export async function startAnalytics(port: number): Promise<Analytics> {
  const visitors = new Map<string, Visitor>();
  function visitorOf(agent: string): Visitor {
    const visitor = visitors.get(agent) ?? { commands: [], loads: 0, held: null, release: () => undefined };
    visitors.set(agent, visitor);
    return visitor;
  }
  const url = `http://127.0.0.1:${String(port)}`;

  async function script(visitor: Visitor): Promise<Response> {
    visitor.loads += 1;
    await visitor.held;
    const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-store' };
    return new Response(providerScript(`${url}/collect`), { headers });
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const visitor = visitorOf(searchParams.get('agent') ?? request.headers.get('user-agent') ?? '');
    if (pathname === '/gtag/js') return script(visitor);
    if (pathname === '/visitor') return Response.json({ commands: visitor.commands, loads: visitor.loads });
    if (pathname === '/collect') visitor.commands.push(command.parse(await request.json()));
    if (pathname === '/hold')
      visitor.held = new Promise((resolve) => {
        visitor.release = resolve;
      });
    if (pathname === '/release') {
      visitor.held = null;
      visitor.release();
    }
    return new Response(null, { status: 204, headers: { 'access-control-allow-origin': '*' } });
  }

  const server = await serveHandler(handle, port);
  return { url, scriptUrl: `${url}/gtag/js`, close: () => closeServer(server) };
}

/**
 * What the stand-in serves as the provider's script: it takes what the page's queue holds and will hold, as
 * gtag does — `arguments` objects only — and posts each command to the stand-in.
 */
export function providerScript(collectUrl: string): string {
  return `(() => {
  const queue = (window.dataLayer ??= []);
  const send = (entry) => {
    if (Object.prototype.toString.call(entry) === '[object Arguments]')
      navigator.sendBeacon(${JSON.stringify(collectUrl)}, JSON.stringify([...entry]));
  };
  queue.forEach(send);
  queue.push = (...entries) => {
    entries.forEach(send);
    return Array.prototype.push.apply(queue, entries);
  };
})();`;
}
