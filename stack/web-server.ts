import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

type Handler = (request: Request, address: string) => Promise<Response>;

/** Answers a Node request with a web handler that also gets the caller's address. */
export function listener(handle: Handler): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  return getRequestListener((request, env) => {
    const incoming = 'incoming' in env ? env.incoming : undefined;
    return handle(request, incoming?.socket?.remoteAddress ?? '127.0.0.1');
  });
}

/** Listens on the loopback address; rejects with the system's error when the port is taken. */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** A server for one web handler. */
export async function serveHandler(handle: Handler, port: number): Promise<Server> {
  // No connection is ended for being idle: a caller on a busy machine could send into it meanwhile.
  const server = createServer({ keepAliveTimeout: 0 }, (req, res) => void listener(handle)(req, res));
  await listen(server, port);
  return server;
}

/** Closes a server and the connections it still has. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
