import type { IncomingHttpHeaders } from 'node:http';
import pg from 'pg';
import { z } from 'zod';
import type { Pools } from './pools.ts';

/** One HTTP answer: 200 with results, or 400 with PostgreSQL's error in Neon's words. */
export interface Answer {
  status: 200 | 400;
  body: object;
}

const query = z.object({ query: z.string(), params: z.array(z.unknown()).default([]) });
const body = z.union([z.object({ queries: z.array(query) }), query]);

/**
 * Answers one POST /sql: a single statement, or a batch in one transaction. Each leaves a clean session. What is not done
 * when the caller goes is cancelled.
 */
export async function answerSql(
  poolsFor: (connectionString: string) => Pools,
  headers: IncomingHttpHeaders,
  text: string,
  gone: AbortSignal,
): Promise<Answer> {
  const connectionString = headers['neon-connection-string'];
  if (typeof connectionString !== 'string' || !URL.canParse(connectionString))
    return refuse('The header Neon-Connection-String is missing or no URL.');
  if (headers['neon-raw-text-output'] !== 'true')
    return refuse('This stand-in answers raw text only: send Neon-Raw-Text-Output: true.');
  const request = body.safeParse(JSON.parse(text));
  if (!request.success) return refuse(`The body is no query: ${request.error.message}`);
  const arrayMode = headers['neon-array-mode'] === 'true';
  try {
    const { queries, cancels } = poolsFor(connectionString);
    const client = await queries.connect();
    let stopped = Promise.resolve();
    const stop = () => {
      stopped = cancel(cancels, client).catch(() => undefined);
    };
    gone.addEventListener('abort', stop, { once: true });
    try {
      // Who went while they waited for a connection is not asked for.
      gone.throwIfAborted();
      const result =
        'queries' in request.data
          ? await runBatch(client, request.data.queries, headers, arrayMode)
          : await run(client, request.data, arrayMode);
      return { status: 200, body: result };
    } finally {
      gone.removeEventListener('abort', stop);
      // Neon shares connections between requests: a setting must not reach the next one. Inside an
      // open transaction this fails, and the connection is closed. Nor must an end that was asked for meet it.
      void stopped
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

function refuse(message: string): Answer {
  return { status: 400, body: { message } };
}

/** Ends what the connection is at, as Neon does for a request whose caller is gone. */
async function cancel(cancels: pg.Pool, client: pg.PoolClient): Promise<void> {
  const { processID } = client as { processID?: unknown };
  await cancels.query('SELECT pg_cancel_backend($1)', [processID]);
}

type Query = z.infer<typeof query>;

async function runBatch(
  client: pg.ClientBase,
  queries: Query[],
  headers: IncomingHttpHeaders,
  arrayMode: boolean,
) {
  await client.query(begin(headers));
  try {
    const results = [];
    for (const one of queries) results.push(await run(client, one, arrayMode));
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

function begin(headers: IncomingHttpHeaders): string {
  const level = isolationLevels[String(headers['neon-batch-isolation-level'])];
  const modes = [
    level && `ISOLATION LEVEL ${level}`,
    headers['neon-batch-read-only'] === 'true' && 'READ ONLY',
    headers['neon-batch-deferrable'] === 'true' && 'DEFERRABLE',
  ];
  return ['BEGIN', modes.filter(Boolean).join(', ')].join(' ');
}

async function run(client: pg.ClientBase, { query, params }: Query, arrayMode: boolean) {
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
