import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';

/**
 * Builds and runs statements with any driver: Neon's in production, others in the local stack and in tests. `query` is left out, since
 * it loads the whole schema. `transaction` is left out, since it waits for the server between statements: use `atomically`.
 */
export type Statements = Omit<PgRemoteDatabase, '_' | 'query' | 'transaction'>;

/** The database. Dates and times in rows of a raw statement are PostgreSQL’s text. */
export interface Database extends Statements {
  readonly atomically: Atomically;
}

/**
 * Sends the statements of `build` in one round trip and one transaction (READ COMMITTED), in their order. A failure undoes all of them
 * and throws the driver's error. Returns the rows of each statement.
 */
export type Atomically = <const Results extends readonly PromiseLike<unknown>[]>(
  build: (tx: Statements) => Results,
) => Promise<ResultsOf<Results>>;

/** The result of each statement. */
export type ResultsOf<Statements extends readonly PromiseLike<unknown>[]> = {
  -readonly [Index in keyof Statements]: Awaited<Statements[Index]>;
};

/** Time limits of the database, in milliseconds. The time limit of a request may end earlier. */
export interface DatabaseTimeouts {
  /** The limit of one statement or one batch. */
  readonly statementMs: number;
}
