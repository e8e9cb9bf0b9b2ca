import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server on this machine that can fail in the ways that lines do. */
export interface Line {
  readonly port: number;
  /** Connections are refused, and those there are break. */
  readonly refuse: () => Promise<void>;
  /** Connections are taken, and nothing goes through any of them, ever. */
  readonly silence: () => void;
  /** What the server says is lost; what it is told gets through. */
  readonly deafen: () => void;
  /** Every connection breaks; new ones work. */
  readonly cut: () => void;
  /** New connections work; those that were silent stay so. */
  readonly mend: () => Promise<void>;
  /** How many connections a caller has open. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

interface Call {
  readonly near: Socket;
  readonly far: Socket;
  heard: boolean;
  told: boolean;
}

/** Opens a line to a port of the loopback address. */
export const openLine = async (to: number): Promise<Line> => {
  const calls = new Set<Call>();
  const now = { heard: true, told: true };
  const server = createServer((near) => {
    const call: Call = { near, far: connect(to, '127.0.0.1'), ...now };
    const { far } = call;
    calls.add(call);
    near.on('data', (chunk) => call.told && far.write(chunk));
    far.on('data', (chunk) => call.heard && near.write(chunk));
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', () => undefined);
    near.on('close', () => {
      calls.delete(call);
      far.destroy();
    });
    far.on('close', () => {
      if (call.heard) near.destroy();
    });
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const become = (state: Partial<typeof now>) => {
    Object.assign(now, state);
    for (const call of calls) Object.assign(call, state);
  };
  const cut = () => {
    for (const { near, far } of calls) {
      near.destroy();
      far.destroy();
    }
  };
  const hangUp = async () => {
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  };
  return {
    port,
    refuse: hangUp,
    silence: () => {
      become({ heard: false, told: false });
    },
    deafen: () => {
      become({ heard: false });
    },
    cut,
    mend: async () => {
      Object.assign(now, { heard: true, told: true });
      if (!server.listening) await listen(port);
    },
    open: () => calls.size,
    close: async () => {
      if (server.listening) await hangUp();
    },
  };
};
