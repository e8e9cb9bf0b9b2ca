import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** Faults that tests switch on. */
export interface MailSwitches {
  /** Addresses that are refused for good (550). */
  refused: readonly string[];
  /** Addresses that are refused for now (451). */
  refusedForNow: readonly string[];
  /** Refuses every login. */
  isLoginRefused: boolean;
  /** Ends every connection at once. */
  isDown: boolean;
}

export const defaultMailSwitches: MailSwitches = {
  refused: [],
  refusedForNow: [],
  isLoginRefused: false,
  isDown: false,
};

interface SmtpOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly switches: MailSwitches;
  readonly receive: (to: readonly string[], source: Buffer) => Promise<void>;
}

/** Starts an SMTP server on 127.0.0.1 that delivers nothing. Throws EADDRINUSE if the port is in use. */
export async function startSmtp({ port, switches, receive }: SmtpOptions) {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, callback) => {
      callback(switches.isDown ? smtpError(421, 'The mail server is down') : null);
    },
    onAuth: ({ username }, _session, callback) => {
      if (switches.isLoginRefused) callback(smtpError(535, 'Authentication failed'));
      else callback(null, { user: username ?? 'local' });
    },
    onRcptTo: ({ address }, _session, callback) => {
      if (includes(switches.refused, address)) callback(smtpError(550, `<${address}>: no such mailbox`));
      else if (includes(switches.refusedForNow, address))
        callback(smtpError(451, `<${address}>: try again later`));
      else callback();
    },
    onData: (stream, { envelope }, callback) => {
      buffer(stream)
        .then((source) =>
          receive(
            envelope.rcptTo.map(({ address }) => address),
            source,
          ),
        )
        .then(() => callback(), callback);
    },
  });
  const listening = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    const listener = server.listen(port, '127.0.0.1', () => {
      const address = listener.address();
      if (address && typeof address === 'object') resolve(address.port);
      else reject(new Error('The mail catcher has no port.'));
    });
  });
  // A client that ends its connection early is not an error of the catcher.
  server.on('error', () => undefined);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(resolve);
    });
  return { port: listening, close };
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function includes(addresses: readonly string[], address: string): boolean {
  return addresses.some((other) => other.toLowerCase() === address.toLowerCase());
}
