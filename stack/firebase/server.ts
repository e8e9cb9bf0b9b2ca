import http from 'node:http';
import { once } from 'node:events';
import { z } from 'zod';
import { runChild } from '../child.ts';
import { createAccountSaver, readAccounts } from './accounts-file.ts';
import { withAuthenticatorApps, portOf } from './authenticator-apps.ts';
import { createEmulator } from './emulator.ts';

const settings = z.object({ port: z.number(), projectId: z.string(), accountsFile: z.string().nullable() });

await runChild(settings, async ({ port, projectId, accountsFile }) => {
  const saved = accountsFile ? readAccounts(accountsFile) : [];
  const emulator = await createEmulator(projectId, saved);
  const saver = accountsFile ? createAccountSaver(accountsFile, emulator.accounts) : undefined;
  const listener = withAuthenticatorApps(emulator.listener, () => portOf(server), projectId);
  const server: http.Server = http.createServer((request, response) => {
    // Links in the emulator's mails change accounts by GET, so every request may change them.
    response.once('close', () => saver?.saveLater());
    listener(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    ready: { port: portOf(server) },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 1000).unref();
      await closed;
      saver?.save();
    },
  };
});
