/** The server of another commit as a process of its own: the driver's settings are the process's, and today's are not its. */
import { neonConfig } from '@neondatabase/serverless';
import * as z from 'zod';
import { runChild } from '../../../stack/child.ts';
import { startNeonStandIn } from '../../../stack/neon/neon-stand-in.ts';
import { closeServer, serveHandler } from '../../../stack/web-server.ts';

/** The functions' door, as src/server/handler.ts has had it since the first version. */
type Handle = (request: Request, platform: { readonly ip?: string }) => Promise<Response>;

const settings = z.object({ handler: z.string(), port: z.number(), postgresUrl: z.string() });

await runChild(settings, async ({ handler, port, postgresUrl }) => {
  const neon = await startNeonStandIn(postgresUrl);
  neon.configure(neonConfig);
  const { handle } = (await import(handler)) as { handle: Handle };
  const server = await serveHandler((request) => handle(request, { ip: '127.0.0.1' }), port);
  const close = async () => {
    await closeServer(server);
    await neon.stop();
  };
  return { ready: {}, close };
});
