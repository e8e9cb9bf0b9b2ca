/**
 * Measures the first call of a function in a fresh process: loads the file, builds the app and waits for the answer. Requests to
 * the database are answered at once in this process. Arguments: the file of the function, a path, and an ID token or ''.
 */
import { EventEmitter } from 'node:events';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const [file = '', path = '', token = ''] = process.argv.slice(2);

const column = {
  name: 'value',
  // The type of a boolean.
  dataTypeID: 16,
  tableID: 0,
  columnID: 0,
  dataTypeSize: 1,
  dataTypeModifier: -1,
};
const oneRow = { command: 'SELECT', rowCount: 1, fields: [column], rows: [['t']] };
const noRows = { command: 'SELECT', rowCount: 0, fields: [column], rows: [] };

/** Replaces HTTP requests to the database: they are answered at once. */
class DatabaseRequest extends EventEmitter {
  readonly #onResponse: (response: Readable) => void;
  constructor(onResponse: (response: Readable) => void) {
    super();
    this.#onResponse = onResponse;
  }
  end(sent: string): void {
    // Only the look-up of a code finds a row.
    const text = JSON.stringify(sent.includes('affiliate_codes') ? oneRow : noRows);
    this.#onResponse(Object.assign(Readable.from([Buffer.from(text)]), { statusCode: 200 }));
    this.emit('close');
  }
}
Object.assign(https, {
  request: (_url: string, _options: object, onResponse: (response: Readable) => void) =>
    new DatabaseRequest(onResponse),
});
syncBuiltinESMExports();

const request = new Request(`http://site.example${path}`, {
  headers: token ? { authorization: `Bearer ${token}` } : {},
});
// Loads Response before the measurement. Netlify has loaded it before it calls the function.
await new Response('').text();

const start = performance.now();
const startCpu = process.cpuUsage();
const { default: handle } = (await import(pathToFileURL(file).href)) as {
  default: (request: Request) => Promise<Response>;
};
const answer = await handle(request);
const body = await answer.text();
const ms = performance.now() - start;
const { user, system } = process.cpuUsage(startCpu);
process.send?.({ ms, cpuMs: (user + system) / 1_000, status: answer.status, body });
process.disconnect();
