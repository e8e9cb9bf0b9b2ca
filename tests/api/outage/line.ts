import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to a local server that can fail like a network. */
export interface Line {
  readonly port: number;
  /** Refuses new connections and breaks open ones. */
  readonly refuse: () => Promise<void>;
  /** Accepts connections and transfers nothing. */
  readonly silence: () => void;
  /** Transfers requests and loses answers. */
  readonly deafen: () => void;
  /** Breaks open connections. New ones work. */
  readonly cut: () => void;
  /** Makes new connections work. Silent connections stay silent. */
  readonly mend: () => Promise<void>;
  /** Number of open connections. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

interface Call {
  readonly near: Socket;
  readonly far: Socket;
  heard: boolean;
  told: boolean;
}

/** Starts a proxy to a port of the loopback address. */
export async function openLine(to: number): Promise<Line> {
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
  async function listen(port: number) {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }
  await listen(0);
  const { port } = server.address() as AddressInfo;
  function become(state: Partial<typeof now>) {
    Object.assign(now, state);
    for (const call of calls) Object.assign(call, state);
  }
  function cut() {
    for (const { near, far } of calls) {
      near.destroy();
      far.destroy();
    }
  }
  async function hangUp() {
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  }
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
}
