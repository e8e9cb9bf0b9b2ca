import type { IncomingHttpHeaders } from 'node:http';
import pg from 'pg';
import { z } from 'zod';

/** The connections of one user to one database. */
interface Pools {
  readonly queries: pg.Pool;
  /** A separate connection, so that a query can be cancelled while queries use all other connections. */
  readonly cancels: pg.Pool;
}

/** Answer of POST /sql: the results, or PostgreSQL's error in Neon's form. */
interface SqlAnswer {
  status: 200 | 400;
  body: object;
}

const queryShape = z.object({ query: z.string(), params: z.array(z.unknown()).default([]) });
const bodyShape = z.union([z.object({ queries: z.array(queryShape) }), queryShape]);

/**
 * Answers POST /sql: one statement, or a batch in one transaction. The session is reset afterwards. If the caller leaves, the
 * running statement is cancelled.
 */
export async function answerSql(
  poolsFor: (connectionString: string) => Pools,
  headers: IncomingHttpHeaders,
  text: string,
  callerLeft: AbortSignal,
): Promise<SqlAnswer> {
  const connectionString = headers['neon-connection-string'];
  if (typeof connectionString !== 'string' || !URL.canParse(connectionString))
    return badRequest('The header Neon-Connection-String is missing or no URL.');
  if (headers['neon-raw-text-output'] !== 'true')
    return badRequest('This stand-in answers raw text only: send Neon-Raw-Text-Output: true.');
  const request = bodyShape.safeParse(JSON.parse(text));
  if (!request.success) return badRequest(`The body is no query: ${request.error.message}`);
  const arrayMode = headers['neon-array-mode'] === 'true';
  try {
    const { queries, cancels } = poolsFor(connectionString);
    const client = await queries.connect();
    let cancelled = Promise.resolve();
    const cancel = () => {
      cancelled = cancelQuery(cancels, client).catch(() => undefined);
    };
    callerLeft.addEventListener('abort', cancel, { once: true });
    try {
      // The caller may have left while the request waited for a connection.
      callerLeft.throwIfAborted();
      const body =
        'queries' in request.data
          ? await runBatch(client, request.data.queries, headers, arrayMode)
          : await runQuery(client, request.data, arrayMode);
      return { status: 200, body };
    } finally {
      callerLeft.removeEventListener('abort', cancel);
      // Requests share connections, so a setting must not reach the next request. DISCARD ALL fails in an open transaction,
      // and the connection is closed then. A cancel must arrive first, or it would hit the next request.
      void cancelled
        .then(() => client.query('DISCARD ALL'))
        .then(
          () => client.release(),
          () => client.release(true),
        );
    }
  } catch (error) {
    if (error instanceof pg.DatabaseError) return { status: 400, body: errorBody(error) };
    throw error;
  }
}

function badRequest(message: string): SqlAnswer {
  return { status: 400, body: { message } };
}

async function cancelQuery(cancels: pg.Pool, client: pg.PoolClient): Promise<void> {
  const { processID } = client as { processID?: unknown };
  await cancels.query('SELECT pg_cancel_backend($1)', [processID]);
}

type Query = z.infer<typeof queryShape>;

async function runBatch(
  client: pg.ClientBase,
  queries: Query[],
  headers: IncomingHttpHeaders,
  arrayMode: boolean,
) {
  await client.query(beginStatement(headers));
  try {
    const results = [];
    for (const query of queries) results.push(await runQuery(client, query, arrayMode));
    await client.query('COMMIT');
    return { results };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

const isolationLevels: Record<string, string> = {
  ReadUncommitted: 'READ UNCOMMITTED',
  ReadCommitted: 'READ COMMITTED',
  RepeatableRead: 'REPEATABLE READ',
  Serializable: 'SERIALIZABLE',
};

function beginStatement(headers: IncomingHttpHeaders): string {
  const level = isolationLevels[String(headers['neon-batch-isolation-level'])];
  const modes = [
    level && `ISOLATION LEVEL ${level}`,
    headers['neon-batch-read-only'] === 'true' && 'READ ONLY',
    headers['neon-batch-deferrable'] === 'true' && 'DEFERRABLE',
  ];
  return ['BEGIN', modes.filter(Boolean).join(', ')].join(' ');
}

async function runQuery(client: pg.ClientBase, { query, params }: Query, arrayMode: boolean) {
  const config = { text: query, values: params, queryMode: 'extended', rowMode: 'array' } as const;
  const { command, rowCount, fields, rows } = await client.query<unknown[]>(config);
  const names = fields.map(({ name }) => name);
  const objects = () => rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
  return { command, rowCount, fields, rows: arrayMode ? rows : objects(), rowAsArray: arrayMode };
}

function errorBody(error: pg.DatabaseError): object {
  return {
    message: error.message,
    code: error.code,
    severity: error.severity,
    detail: error.detail,
    hint: error.hint,
    position: error.position,
    internalPosition: error.internalPosition,
    internalQuery: error.internalQuery,
    where: error.where,
    schema: error.schema,
    table: error.table,
    column: error.column,
    dataType: error.dataType,
    constraint: error.constraint,
    file: error.file,
    line: error.line,
    routine: error.routine,
  };
}

/** Leaves values as PostgreSQL's text, because Neon's driver parses the text itself by the OID of the type. */
const rawText = { getTypeParser: () => (text: string) => text };

/**
 * Creates the pools of a server when they are first used, for each user and database of the requests' connection strings. Host
 * and port come from `serverUrl`, because Neon's driver leaves the port out of its connection string.
 */
export function createPools(serverUrl: string) {
  const server = new URL(serverUrl);
  const poolsByUser = new Map<string, Pools>();

  function poolsFor(connectionString: string): Pools {
    const url = new URL(connectionString);
    const user = decodeURIComponent(url.username);
    const password = decodeURIComponent(url.password);
    const database = decodeURIComponent(url.pathname.slice(1));
    const key = JSON.stringify([user, database]);
    function createPool(max: number) {
      const [host, port] = [server.hostname, Number(server.port || 5432)];
      const account = { host, port, user, password, database };
      const pool = new pg.Pool({ ...account, max, idleTimeoutMillis: 10_000, types: rawText });
      // A server that stops ends its connections, also those in use. The statement fails, and the next request opens another.
      pool.on('connect', (client) => client.on('error', () => undefined));
      return pool.on('error', () => undefined);
    }
    const pools = poolsByUser.get(key) ?? { queries: createPool(20), cancels: createPool(1) };
    poolsByUser.set(key, pools);
    return pools;
  }

  async function end(): Promise<void> {
    await Promise.all(
      [...poolsByUser.values()].flatMap(({ queries, cancels }) => [queries.end(), cancels.end()]),
    );
  }

  return { poolsFor, end };
}
