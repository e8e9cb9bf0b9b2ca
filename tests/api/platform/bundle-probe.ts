/**
 * Loads one bundled function, calls it, and prints the response and the loaded files. The function uses a real PostgreSQL
 * server. Arguments: the bundle, the URL of the database or '', the path, an ID token or ''.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const [bundle = '', databaseUrl = '', path = '', token = ''] = process.argv.slice(2);

/**
 * Makes the function use the PostgreSQL server at `url`, and returns a function that closes the connection. Imports Drizzle only
 * here, because loading it from source takes half a second.
 */
async function openDatabase(url: string): Promise<() => Promise<void>> {
  const { registerDatabase } = await import('../../../src/server/frame/db/connect.ts');
  const { connectPostgres } = await import('../../../stack/postgres/connect.ts');
  const { db, close } = connectPostgres(url);
  registerDatabase(() => db);
  return close;
}

const close = databaseUrl ? await openDatabase(databaseUrl) : null;
const loaded: string[] = [];
registerHooks({
  load: (url, context, next) => {
    loaded.push(url);
    return next(url, context);
  },
});
const { default: handle } = (await import(pathToFileURL(bundle).href)) as {
  default: (request: Request) => Promise<Response>;
};
const response = await handle(
  new Request(`http://site.example${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} }),
);
const body: unknown = await response.json();
console.log(JSON.stringify({ status: response.status, body, loaded }));
await close?.();
