import pg from 'pg';

/** Every value as PostgreSQL writes it: the driver at the other end parses it by its type's number. */
const rawText = { getTypeParser: () => (text: string) => text };

/**
 * Connections to the one server for whichever user and database a request names. The driver leaves
 * the port out of the connection string it sends, so host and port are the server's own.
 */
export const createPools = (serverUrl: string) => {
  const server = new URL(serverUrl);
  const pools = new Map<string, pg.Pool>();
  const poolFor = (connectionString: string): pg.Pool => {
    const wanted = new URL(connectionString);
    const user = decodeURIComponent(wanted.username);
    const database = decodeURIComponent(wanted.pathname.slice(1));
    const key = JSON.stringify([user, database]);
    const known = pools.get(key);
    if (known) return known;
    const pool = new pg.Pool({
      host: server.hostname,
      port: Number(server.port || 5432),
      user,
      password: decodeURIComponent(wanted.password),
      database,
      max: 20,
      idleTimeoutMillis: 10_000,
      types: rawText,
    });
    // A dropped database ends idle connections; the next request simply opens another.
    pool.on('error', () => undefined);
    pools.set(key, pool);
    return pool;
  };
  const end = async (): Promise<void> => {
    await Promise.all([...pools.values()].map((pool) => pool.end()));
  };
  return { poolFor, end };
};
