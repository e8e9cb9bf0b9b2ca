/**
 * Loads one bundled function, makes a call to it on an embedded database, and prints the answer and what
 * was loaded. Arguments: the bundle, the dump or '' for no database, the path to call, an ID token or ''.
 */
import { openAsBlob } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '../../stack/database.ts';

const [bundle = '', dump = '', path = '', token = ''] = process.argv.slice(2);
const database = dump ? await openDatabase(null, await openAsBlob(dump)) : null;
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
