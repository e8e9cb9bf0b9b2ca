import { once } from 'node:events';
import net from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

const ENOUGH_WAITING = 1 << 20;

/** Carries bytes both ways without hoarding them; the end of one side is an orderly end of the other. */
const join = (socket: WebSocket, postgres: net.Socket): void => {
  postgres.setNoDelay(true);
  socket.on('message', (data: Buffer) => {
    if (!postgres.write(data)) socket.pause();
  });
  postgres.on('drain', () => socket.resume());
  postgres.on('data', (chunk) => {
    socket.send(chunk, () => postgres.resume());
    if (socket.bufferedAmount > ENOUGH_WAITING) postgres.pause();
  });
  socket.on('close', () => postgres.destroy());
  socket.on('error', () => postgres.destroy());
  postgres.on('close', () => socket.close());
  // The 'close' that follows tells the driver; PostgreSQL may be down or end a session at any time.
  postgres.on('error', () => undefined);
};

/** A WebSocket at /v2 carries PostgreSQL's own protocol; whatever address it names, it leads to this server. */
export const tunnelTo = (serverUrl: string): WebSocketServer => {
  const server = new URL(serverUrl);
  const sockets = new WebSocketServer({ noServer: true, path: '/v2' });
  sockets.on('connection', (socket) => {
    join(socket, net.connect(Number(server.port || 5432), server.hostname));
  });
  return sockets;
};

/** Ends a tunnel by WebSocket's own handshake: a driver that is closing too would report anything less. */
export const closeOrderly = async (socket: WebSocket): Promise<void> => {
  if (socket.readyState === socket.CLOSED) return;
  const closed = once(socket, 'close');
  socket.close(1001);
  const patience = setTimeout(() => socket.terminate(), 1000);
  await closed;
  clearTimeout(patience);
};
