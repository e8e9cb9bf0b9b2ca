/**
 * Loads one bundled function, calls it with a PostgreSQL in place of the embedded database, and prints the response and
 * the files that were loaded. Arguments: the bundle, the database's url or '' for none, the path, an ID token or ''.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { offerEmbeddedDatabase } from '../../../src/server/db/database.ts';
import { connectPostgres } from '../../stack/postgres/connect.ts';

const [bundle = '', databaseUrl = '', path = '', token = ''] = process.argv.slice(2);
const database = databaseUrl ? connectPostgres(databaseUrl) : null;
if (database) offerEmbeddedDatabase(() => database.db);
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
await database?.close();
