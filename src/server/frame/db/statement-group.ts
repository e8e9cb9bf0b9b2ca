import { QueryPromise } from 'drizzle-orm/query-promise';
import type { ResultsOf } from '../context/database.ts';

/** Sends statements at once, in their order. Returns their results. */
export function sendInOrder<const Statements extends readonly PromiseLike<unknown>[]>(
  statements: Statements,
): Promise<ResultsOf<Statements>> {
  // Drizzle sends a statement when `then` is called.
  return Promise.all(statements.map((statement) => statement.then((result) => result))) as never;
}

/** Statements of `atomically` that belong together. They are sent in their order, without another statement between them. */
export class StatementGroup<
  const Statements extends readonly PromiseLike<unknown>[],
  T,
> extends QueryPromise<T> {
  readonly #statements: Statements;
  readonly #read: (results: ResultsOf<Statements>) => T;

  constructor(statements: Statements, read: (results: ResultsOf<Statements>) => T) {
    super();
    this.#statements = statements;
    this.#read = read;
  }

  /** Is not async: an error of a statement that cannot be built must reach `atomically` before it sends the others. */
  override execute(): Promise<T> {
    return sendInOrder(this.#statements).then(this.#read);
  }
}
