import pg from 'pg';

/** The connections of one user to one database. */
export interface Pools {
  readonly queries: pg.Pool;
  /** What ends a query finds a connection also while queries hold all of theirs. */
  readonly cancels: pg.Pool;
}

/** Every value as PostgreSQL writes it: the driver at the other end parses it by its type's number. */
const rawText = { getTypeParser: () => (text: string) => text };

/**
 * Connections to the one server for whichever user and database a request names. The driver leaves
 * the port out of the connection string it sends, so host and port are the server's own.
 */
export function createPools(serverUrl: string) {
  const server = new URL(serverUrl);
  const pools = new Map<string, Pools>();
  function poolsFor(connectionString: string): Pools {
    const wanted = new URL(connectionString);
    const user = decodeURIComponent(wanted.username);
    const database = decodeURIComponent(wanted.pathname.slice(1));
    const key = JSON.stringify([user, database]);
    const known = pools.get(key);
    if (known) return known;
    function poolOf(max: number) {
      const pool = new pg.Pool({
        host: server.hostname,
        port: Number(server.port || 5432),
        user,
        password: decodeURIComponent(wanted.password),
        database,
        max,
        idleTimeoutMillis: 10_000,
        types: rawText,
      });
      // A dropped database ends idle connections; the next request simply opens another.
      return pool.on('error', () => undefined);
    }
    const both = { queries: poolOf(20), cancels: poolOf(1) };
    pools.set(key, both);
    return both;
  }
  const end = async (): Promise<void> => {
    await Promise.all([...pools.values()].flatMap(({ queries, cancels }) => [queries.end(), cancels.end()]));
  };
  return { poolsFor, end };
}
