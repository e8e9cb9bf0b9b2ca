import net from 'node:net';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';

/** A request of the load. */
export interface Requested {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** The expected status. */
  readonly status: number;
}

function bytesOf({ method, path, body }: Requested): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n`;
  if (body === undefined) return `${head}\r\n`;
  const length = String(Buffer.byteLength(body));
  return `${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

const end = '\r\n\r\n';

/** Returns the status of a complete answer, or null. Both servers send Content-Length. */
function statusOf(text: string): number | null {
  const head = text.indexOf(end);
  if (head < 0) return null;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? NaN);
  if (Number.isNaN(length)) throw new Error(`An answer without its length: ${text}`);
  return text.length >= head + end.length + length ? Number(text.slice(9, 12)) : null;
}

/** Sends requests one after another on a connection. Returns the number of answers. */
async function useConnection(port: number, next: () => Requested, until: number): Promise<number> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
  await once(socket, 'connect');
  return new Promise((resolve, reject) => {
    let count = 0;
    let text = '';
    let asked = next();
    socket.on('error', reject);
    socket.on('data', (chunk: string) => {
      text += chunk;
      const status = statusOf(text);
      if (status === null) return;
      if (status !== asked.status) {
        socket.destroy();
        reject(new Error(`${asked.method} ${asked.path} was answered: ${text}`));
        return;
      }
      count += 1;
      text = '';
      if (performance.now() >= until) {
        socket.end();
        resolve(count);
        return;
      }
      asked = next();
      socket.write(bytesOf(asked));
    });
    socket.write(bytesOf(asked));
  });
}

/**
 * Returns the requests per second of a server, on this many keep-alive connections. It uses sockets, since an HTTP client would
 * take more processor time than the server.
 */
export async function measureLoad(
  port: number,
  next: () => Requested,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<number> {
  const start = performance.now();
  const until = start + seconds * 1_000;
  const counts = await Promise.all(
    Array.from({ length: connections }, () => useConnection(port, next, until)),
  );
  const taken = (performance.now() - start) / 1_000;
  return counts.reduce((sum, count) => sum + count, 0) / taken;
}
