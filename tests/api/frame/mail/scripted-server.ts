import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/**
 * Answers of a mail server by the first word of the command: `RCPT`. `greeting` is the first line. Null ends the connection. A
 * function gets the command.
 */
export type Script = Readonly<Record<string, string | null | ((command: string) => string)>>;

const usual: Script = { greeting: '220 hello', DATA: '354 go on', QUIT: '221 bye' };

/** Starts a mail server that answers as the script says, and 250 to everything else. Returns its address. */
export async function startScriptedServer(script: Script): Promise<string> {
  const answers: Script = { ...usual, ...script };
  const server = createServer((socket) => {
    let isText = false;
    const answer = (command: string, whole = command) => {
      const scripted = command in answers ? answers[command] : '250 ok';
      const line = typeof scripted === 'function' ? scripted(whole) : scripted;
      if (line === null) socket.destroy();
      else socket.write(`${String(line).replaceAll('\n', '\r\n')}\r\n`);
      isText = command === 'DATA' && String(line).startsWith('354');
    };
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const lines = String(chunk);
      if (!isText) answer(/^[A-Z]*/i.exec(lines)?.[0].toUpperCase() ?? '', lines);
      else if (lines.endsWith('\r\n.\r\n')) answer('text');
    });
    answer('greeting');
  });
  onTestFinished(() => {
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `smtp://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

/** Starts a mail server whose certificate nobody has signed. Returns its address. */
export async function startSelfSignedServer(protocol: 'smtp' | 'smtps'): Promise<string> {
  const server = new SMTPServer({ secure: protocol === 'smtps', authOptional: true, closeTimeout: 100 });
  server.on('error', () => undefined);
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  );
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return `${protocol}://127.0.0.1:${String((listener.address() as AddressInfo).port)}`;
}
