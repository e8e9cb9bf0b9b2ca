/** Runs the server of another commit. It is a child process, because the settings of the Neon driver are global. */
import { neonConfig } from '@neondatabase/serverless';
import * as z from 'zod';
import { runChild } from '../../../stack/child.ts';
import { startNeonStandIn } from '../../../stack/neon/neon-stand-in.ts';
import { closeServer, serveHandler } from '../../../stack/web-server.ts';

/** The request handler of src/server/handler.ts, which has had this form since the first version. */
type Handle = (request: Request, platform: { readonly ip?: string }) => Promise<Response>;

const settings = z.object({ handler: z.string(), port: z.number(), postgresUrl: z.string() });

await runChild(settings, async ({ handler, port, postgresUrl }) => {
  const neon = await startNeonStandIn(postgresUrl);
  neon.configure(neonConfig);
  const { handle } = (await import(handler)) as { handle: Handle };
  const server = await serveHandler((request) => handle(request, { ip: '127.0.0.1' }), port);
  async function close() {
    await closeServer(server);
    await neon.stop();
  }
  return { ready: {}, close };
});
