/** Serves the packaged functions. A scheduled function runs at `/.netlify/functions/NAME`. `/loaded` lists the loaded files. */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { registerDatabase } from '../../../src/server/frame/db/connect.ts';
import { runChild } from '../../../stack/child.ts';
import { findFunction, loadFunction, type SiteFunction } from '../../../stack/netlify/functions.ts';
import { connectPostgres } from '../../../stack/postgres/connect.ts';
import { closeServer, serveHandler } from '../../../stack/web-server.ts';

const settings = z.object({
  /** The file of each function, by name. */
  files: z.record(z.string(), z.string()),
  databaseUrl: z.string(),
  port: z.number(),
  /** The working folder of the functions. */
  folder: z.string(),
});

const loaded: string[] = [];
registerHooks({
  load: (url, context, next) => {
    loaded.push(url);
    return next(url, context);
  },
});

await runChild(settings, async ({ files, databaseUrl, port, folder }) => {
  process.chdir(folder);
  const { db, close: closeDatabase } = connectPostgres(databaseUrl);
  registerDatabase(() => db);
  const functions = await Promise.all(
    Object.entries(files).map(async ([name, file]) =>
      loadFunction(name, (await import(pathToFileURL(file).href)) as unknown),
    ),
  );
  const server = await serveHandler((request) => answer(functions, request), port);
  async function close() {
    await closeServer(server);
    await closeDatabase();
  }
  return { ready: { scheduled: scheduledNames(functions) }, close };
});

async function answer(functions: readonly SiteFunction[], request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/loaded') return Response.json(loaded);
  const job = /^\/\.netlify\/functions\/(.+)$/.exec(pathname)?.[1];
  const found =
    job === undefined
      ? findFunction(functions, request.method, pathname)
      : functions.find(({ name }) => name === job);
  const ip = request.headers.get('x-test-address') ?? '';
  return found?.handle(request, { ip }) ?? new Response('No function', { status: 404 });
}

function scheduledNames(functions: readonly SiteFunction[]): string[] {
  return functions.filter(({ config }) => config.schedule).map(({ name }) => name);
}
