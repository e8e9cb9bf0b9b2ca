import * as z from 'zod';

/** Settings of bare-server.ts and our-server.ts: the database and the number of connections. */
export const serverSettings = z.object({ databaseUrl: z.string(), connections: z.number() });

export type ServerSettings = z.infer<typeof serverSettings>;
