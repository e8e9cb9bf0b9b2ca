import type { PGlite } from '@electric-sql/pglite';
import { ask } from '../src/server/outbound/ask.ts';

const never = () => false;

const measureQueries = (client: Pick<PGlite, 'query'>): void => {
  const query = client.query.bind(client);
  client.query = <T>(...args: Parameters<typeof query>) => ask('database', () => query<T>(...args), never);
};

/** Counts and times the embedded database's statements for the call that asks them, as those of the real one are. */
export const measure = (client: PGlite): PGlite => {
  measureQueries(client);
  const transaction = client.transaction.bind(client);
  client.transaction = (work) =>
    transaction((inside) => {
      measureQueries(inside);
      return work(inside);
    });
  return client;
};
