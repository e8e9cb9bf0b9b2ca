import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

type Handler = (request: Request, address: string) => Promise<Response>;

/** Converts a web handler to a Node request listener. The handler also gets the caller's address. */
export function listener(handle: Handler): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  return getRequestListener((request, env) => {
    const incoming = 'incoming' in env ? env.incoming : undefined;
    return handle(request, incoming?.socket?.remoteAddress ?? '127.0.0.1');
  });
}

/** Listens on the loopback address. Throws the system's error if the port is in use. */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Starts a server for a web handler. */
export async function serveHandler(handle: Handler, port: number): Promise<Server> {
  // Idle connections stay open: on a busy machine a caller could send a request on a connection that the server is closing.
  const server = createServer({ keepAliveTimeout: 0 }, (req, res) => void listener(handle)(req, res));
  await listen(server, port);
  return server;
}

/** Closes a server and its open connections. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
