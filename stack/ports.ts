import net from 'node:net';

/** Creates the error for a port in use. `service` is the service that needs the port. */
export function portTaken(port: number, service: string): Error {
  return new Error(`Port ${port} (${service}) is in use. Stop the other program, or choose another port.`);
}

/** Returns a loopback port that is free now. */
export function freePort(): Promise<number> {
  return listen(0);
}

const LOOPBACK = '127.0.0.1';

function listen(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('The system gave no port.'));
      });
    });
  });
}

/** Throws if the loopback port cannot be used. `service` is the service that needs the port. */
export async function assertPortFree(port: number, service: string): Promise<void> {
  // Some systems let a second program bind a loopback port that is bound on all addresses.
  const isTaken = await Promise.all([answers(port, LOOPBACK), answers(port, '::1')]);
  if (isTaken.includes(true)) throw portTaken(port, service);
  try {
    await listen(port);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw portTaken(port, service);
    const hint = code === 'EACCES' ? 'this account may not listen on it' : String(error);
    throw new Error(`Port ${port} (${service}) cannot be used: ${hint}. Choose another port.`, {
      cause: error,
    });
  }
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host, timeout: 1000 });
    function end(isTaken: boolean) {
      socket.destroy();
      resolve(isTaken);
    }
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** True if no program listens on the loopback port, and this process may listen on it. */
export function isPortFree(port: number): Promise<boolean> {
  return assertPortFree(port, '').then(
    () => true,
    () => false,
  );
}

/** True if no program listens on any of these loopback ports. */
export async function areFree(ports: readonly number[]): Promise<boolean> {
  return (await Promise.all(ports.map(isPortFree))).every(Boolean);
}
