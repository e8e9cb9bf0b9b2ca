import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to a server on this machine. It can fail in the ways that networks do. */
export interface TcpProxy {
  readonly port: number;
  /** Refuses new connections and breaks the open ones. */
  readonly refuse: () => Promise<void>;
  /** Accepts connections, but forwards nothing in either direction. */
  readonly stall: () => void;
  /** Forwards requests to the server, and drops its replies. */
  readonly dropReplies: () => void;
  /** Lets new connections work. Stalled connections stay stalled. */
  readonly restore: () => Promise<void>;
  /** Returns the number of open connections. */
  readonly connectionCount: () => number;
  readonly close: () => Promise<void>;
}

interface Connection {
  readonly client: Socket;
  readonly server: Socket;
  forwardsRequests: boolean;
  forwardsReplies: boolean;
}

/** Opens a proxy to a port of the loopback address. */
export async function openTcpProxy(serverPort: number): Promise<TcpProxy> {
  const connections = new Set<Connection>();
  const state = { forwardsRequests: true, forwardsReplies: true };
  const listener = createServer((client) => {
    const connection: Connection = { client, server: connect(serverPort, '127.0.0.1'), ...state };
    const { server } = connection;
    connections.add(connection);
    client.on('data', (chunk) => connection.forwardsRequests && server.write(chunk));
    server.on('data', (chunk) => connection.forwardsReplies && client.write(chunk));
    for (const socket of [client, server]) socket.setNoDelay(true).on('error', () => undefined);
    client.on('close', () => {
      connections.delete(connection);
      server.destroy();
    });
    server.on('close', () => {
      if (connection.forwardsReplies) client.destroy();
    });
  });
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
  };
  await listen(0);
  const { port } = listener.address() as AddressInfo;
  const setState = (changes: Partial<typeof state>) => {
    Object.assign(state, changes);
    for (const connection of connections) Object.assign(connection, changes);
  };
  const cut = () => {
    for (const { client, server } of connections) {
      client.destroy();
      server.destroy();
    }
  };
  const refuse = async () => {
    const closed = once(listener, 'close');
    listener.close();
    cut();
    await closed;
  };
  return {
    port,
    refuse,
    stall: () => {
      setState({ forwardsReplies: false, forwardsRequests: false });
    },
    dropReplies: () => {
      setState({ forwardsReplies: false });
    },
    restore: async () => {
      Object.assign(state, { forwardsReplies: true, forwardsRequests: true });
      if (!listener.listening) await listen(port);
    },
    connectionCount: () => connections.size,
    close: async () => {
      if (listener.listening) await refuse();
    },
  };
}
