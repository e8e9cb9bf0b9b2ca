import net from 'node:net';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';

/** A request that the benchmark sends, and the status that it expects. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly status: number;
}

function bytesOf({ method, path, body }: LoadRequest): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n`;
  if (body === undefined) return `${head}\r\n`;
  const length = String(Buffer.byteLength(body));
  return `${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

const headEnd = '\r\n\r\n';

/** Returns the status of an answer, or null until the answer is complete. Both servers send Content-Length, except with a 204. */
function statusOf(text: string): number | null {
  const head = text.indexOf(headEnd);
  if (head < 0) return null;
  // The status follows `HTTP/1.1 `.
  const status = Number(text.slice(9, 12));
  if (status === 204) return status;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? NaN);
  if (Number.isNaN(length)) throw new Error(`An answer without Content-Length: ${text}`);
  return text.length >= head + headEnd.length + length ? status : null;
}

/** Sends requests one after another on a connection until this time. Returns the number of answers. */
async function useConnection(port: number, next: () => LoadRequest, until: number): Promise<number> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
  await once(socket, 'connect');
  return new Promise((resolve, reject) => {
    let count = 0;
    let text = '';
    let request = next();
    socket.on('error', reject);
    socket.on('data', (chunk: string) => {
      text += chunk;
      const status = statusOf(text);
      if (status === null) return;
      if (status !== request.status) {
        socket.destroy();
        reject(new Error(`${request.method} ${request.path} was answered: ${text}`));
        return;
      }
      count += 1;
      text = '';
      if (performance.now() >= until) {
        socket.end();
        resolve(count);
        return;
      }
      request = next();
      socket.write(bytesOf(request));
    });
    socket.write(bytesOf(request));
  });
}

/**
 * Returns the requests per second of a server, on this many keep-alive connections. It uses sockets, since an HTTP client would
 * take more processor time than the server.
 */
export async function measureLoad(
  port: number,
  next: () => LoadRequest,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<number> {
  const start = performance.now();
  const until = start + seconds * 1_000;
  const counts = await Promise.all(
    Array.from({ length: connections }, () => useConnection(port, next, until)),
  );
  const elapsedSeconds = (performance.now() - start) / 1_000;
  return counts.reduce((sum, count) => sum + count, 0) / elapsedSeconds;
}
