import * as z from 'zod';

/** Settings of both servers: the database and the number of connections. */
export const serverSettings = z.object({ databaseUrl: z.string(), connections: z.number() });

export type ServerSettings = z.infer<typeof serverSettings>;
