import { neonConfig, type WebSocketConstructor } from '@neondatabase/serverless';
import { WebSocket } from 'ws';

/** A WebSocket that can be ended without asking the other side, which may never answer. */
interface EndableSocket {
  terminate(): void;
}

const isEndable = (socket: object): socket is EndableSocket => 'terminate' in socket;

class PlainSocket extends WebSocket {
  constructor(address: string) {
    super(address, { perMessageDeflate: false });
  }
}

/** What carries one connection to the database: its socket's class, for the driver, and the end of that socket. */
export const createTransport = () => {
  const Base: WebSocketConstructor = neonConfig.webSocketConstructor ?? PlainSocket;
  const made: object[] = [];
  class KeptSocket extends Base {
    constructor(address: string) {
      super(address);
      made.push(this);
    }
  }
  return {
    Socket: KeptSocket,
    /** Ends it at once, whatever the other side does. */
    cut: () => {
      for (const socket of made) if (isEndable(socket)) socket.terminate();
    },
  };
};
