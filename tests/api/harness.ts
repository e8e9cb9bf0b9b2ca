import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import type { Settings } from '../../src/server/frame/context/context.ts';
import { registerDatabase } from '../../src/server/frame/db/connect.ts';
import type { Database } from '../../src/server/frame/context/database.ts';
import { createFirebaseIdentity } from '../../src/server/clients/firebase/firebase.ts';
import type { Identity } from '../../src/server/frame/context/identity.ts';
import { createPayPal } from '../../src/server/clients/paypal/paypal-client.ts';
import type { MailService } from '../../src/server/frame/context/mailer.ts';
import type { BuiltLetter } from '../../src/shared/schemas/letter.ts';
import type { PayPal } from '../../src/server/frame/context/paypal.ts';
import { connectPostgres } from '../../stack/postgres/connect.ts';
import type { Row, Rows } from './rows.ts';
import { settings, terms } from './settings.ts';
import { copyDatabase } from './copy-database.ts';
import { type Answer, assertMatchesDescription } from './api-description.ts';
import { sampleLetter } from './newsletter-factories.ts';
import { projectId, seededTemplate } from './provided.ts';

export type { Row, Rows };

export interface TestDatabase {
  readonly db: Database;
  readonly rows: Rows;
  readonly close: () => Promise<void>;
}

export type { Answer };

export interface CallOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's IP address as Netlify reports it. By default every call has an address of its own. */
  readonly address?: string;
}

/** Calls the API. A body that is not a string is sent as JSON. */
export type Call = (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Answer>;

export interface Api {
  readonly app: ReturnType<typeof createApp>;
  readonly call: Call;
  readonly rows: Rows;
  /** All log lines of the API, oldest first. */
  readonly log: Readonly<Row>[];
  readonly close: () => Promise<void>;
}

export interface ApiOptions {
  readonly now?: () => Date;
  readonly database?: TestDatabase;
  /** By default the Firebase emulator, which verifies each token once. */
  readonly identity?: Identity;
  readonly paypal?: PayPal;
  readonly settings?: Partial<Settings>;
  /** By default mails wait in the outbox. */
  readonly mail?: MailService;
  readonly letters?: readonly BuiltLetter[];
  /** By default every page path counts. */
  readonly countedPages?: readonly string[];
}

export { settings };

export const credentials = { clientId: 'test-client', clientSecret: 'test-secret', webhookId: 'WH-TEST' };

/** Creates a migrated and seeded PostgreSQL database. `connect('embedded')` connects to this database as well. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const { db, query, close } = connectPostgres(await copyDatabase(seededTemplate));
  registerDatabase(() => db);
  return { db, rows: query, close };
};

/** Returns the real Firebase client, connected to the emulator. Tests about accounts that change pass it to `startApi`. */
export const emulatedIdentity = (): Identity => {
  const { host } = new URL(inject('identityUrl'));
  process.env.FIREBASE_AUTH_EMULATOR_HOST = host;
  return createFirebaseIdentity({ projectId, apiKey: 'any', serviceAccount: undefined, emulatorHost: host });
};

/** Returns the same client, which verifies each token once. Otherwise each call asks the emulator, which takes half of its time. */
const rememberingIdentity = (): Identity => {
  const identity = emulatedIdentity();
  const users = new Map<string, ReturnType<Identity['verifyToken']>>();
  return {
    ...identity,
    verifyToken: async (token) => {
      const user = users.get(token) ?? identity.verifyToken(token);
      users.set(token, user);
      // A failed request to the emulator is repeated.
      user.catch(() => users.delete(token));
      return user;
    },
  };
};

/** Returns a PayPal client whose requests all fail, because nothing listens on the port. */
const unreachablePayPal = (): PayPal => createPayPal({ ...credentials, apiUrl: 'http://127.0.0.1:9' });

const read = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status, headers, body: isJson && text ? (JSON.parse(text) as unknown) : text || null };
};

/** Returns a `Call` for a fetch handler. Every call has a random IP address, unless the test gives one. */
export const callerOf =
  (fetch: (request: Request, address: string) => Response | Promise<Response>): Call =>
  async (method, path, body, { token, headers, address = randomUUID() } = {}) => {
    const requestHeaders = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
    if (token !== undefined) requestHeaders.set('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(headers ?? {})) requestHeaders.set(name, value);
    const content = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const init = { method, headers: requestHeaders, ...(content !== undefined && { body: content }) };
    return read(await fetch(new Request(new URL(path, 'http://site.example'), init), address));
  };

/**
 * Starts the API with the database, the Firebase client and the PayPal client that the test gives. Every response is checked
 * against the API's OpenAPI description.
 */
export const startApi = async (options: ApiOptions = {}): Promise<Api> => {
  const database = options.database ?? (await createTestDatabase());
  const log: Row[] = [];
  const app = createApp({
    db: database.db,
    paypal: options.paypal ?? unreachablePayPal(),
    identity: options.identity ?? rememberingIdentity(),
    settings: { ...settings, ...options.settings },
    mail: options.mail ?? null,
    terms,
    letters: () => Promise.resolve(options.letters ?? [sampleLetter]),
    countedPages: () => Promise.resolve(options.countedPages ? new Set(options.countedPages) : null),
    now: options.now ?? (() => new Date()),
    log: (line) => log.push(line),
  });
  const call = callerOf((request, address) => app.fetch(request, { ip: address }));
  return {
    app,
    call: async (method, path, ...rest) => {
      const answer = await call(method, path, ...rest);
      assertMatchesDescription(method, path, answer);
      return answer;
    },
    rows: database.rows,
    log,
    close: database.close,
  };
};
