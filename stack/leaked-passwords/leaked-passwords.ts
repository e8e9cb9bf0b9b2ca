import { hash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { closeServer, serveHandler } from '../web-server.ts';

export interface LeakedPasswords {
  readonly url: string;
  /** The prefixes that were looked up, in order. */
  readonly prefixes: string[];
  readonly close: () => Promise<void>;
}

/** The passwords that the stand-in knows as leaked. They are not among the common passwords. */
export const leakedPasswords = ['correct horse battery staple', 'trustno1-trustno1'];

/**
 * Starts a stand-in for api.pwnedpasswords.com on 127.0.0.1, so that nothing leaves this machine. Like the service, it pads the lists
 * with lines of the count 0. Port 0 takes a free port.
 */
export async function startLeakedPasswords(port: number): Promise<LeakedPasswords> {
  const prefixes: string[] = [];

  function handle(request: Request): Promise<Response> {
    const prefix = /^\/range\/([0-9A-F]{5})$/.exec(new URL(request.url).pathname)?.[1];
    if (prefix === undefined) return Promise.resolve(new Response('Not a prefix', { status: 400 }));
    prefixes.push(prefix);
    const hits = leakedPasswords
      .map((password) => hash('sha1', password).toUpperCase())
      .filter((digest) => digest.startsWith(prefix))
      .map((digest) => `${digest.slice(prefix.length)}:12`);
    const padding = [1, 2, 3].map((digit) => `${String(digit).repeat(35)}:0`);
    return Promise.resolve(new Response([...hits, ...padding].join('\r\n')));
  }

  const server = await serveHandler(handle, port);
  const { port: ownPort } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(ownPort)}`, prefixes, close: () => closeServer(server) };
}
