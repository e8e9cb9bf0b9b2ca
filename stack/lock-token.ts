import { once } from 'node:events';
import net from 'node:net';

const ANSWER_WITHIN_MS = 2000;

/**
 * Serves a token on a loopback port for as long as this process lives. The system closes the port
 * with the process, and a program that gets the port later does not know the token.
 */
export const holdToken = async (token: string): Promise<{ port: number; close(): void }> => {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(token);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    close: () => {
      server.close();
    },
  };
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Whether the process that serves the token lives. One too busy to answer, or stopped, counts as living. */
export const answersWith = async (port: number, token: string, pid: number): Promise<boolean> => {
  const heard = await new Promise<string | null>((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' }).setEncoding('utf8');
    let said = '';
    const end = (answer: string | null) => {
      clearTimeout(patience);
      socket.destroy();
      resolve(answer);
    };
    const patience = setTimeout(() => end(null), ANSWER_WITHIN_MS);
    socket.on('data', (text: string) => {
      said = (said + text).slice(0, 100);
      if (said.length >= token.length) end(said);
    });
    socket.on('end', () => end(said));
    socket.on('error', () => end(said));
  });
  return heard === null ? exists(pid) : heard === token;
};
