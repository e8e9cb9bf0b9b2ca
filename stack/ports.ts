import net from 'node:net';

const LOOPBACK = '127.0.0.1';

/** Error for a port in use; `what` names the service that needs it. */
export const portTaken = (port: number, what: string): Error =>
  new Error(`Port ${port} (${what}) is in use. Stop the other program, or choose another port.`);

const listen = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
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

const answers = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect({ port, host, timeout: 1000 });
    const end = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });

/** A loopback port that no program listens on right now. */
export const freePort = (): Promise<number> => listen(0);

/** Throws when the loopback port cannot be listened on; `what` names its purpose in the error. */
export const assertPortFree = async (port: number, what: string): Promise<void> => {
  // Some systems let a second program bind the loopback of a port that is bound on all addresses.
  const taken = await Promise.all([answers(port, LOOPBACK), answers(port, '::1')]);
  if (taken.includes(true)) throw portTaken(port, what);
  try {
    await listen(port);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw portTaken(port, what);
    const hint = code === 'EACCES' ? 'this account may not listen on it' : String(error);
    throw new Error(`Port ${port} (${what}) cannot be used: ${hint}. Choose another port.`, { cause: error });
  }
};

/** True if no program listens on the loopback port, and this process may. */
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
