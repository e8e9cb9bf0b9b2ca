import * as z from 'zod';

/** What both servers are told: the same database, and as many connections to it. */
export const serverSettings = z.object({ databaseUrl: z.string(), connections: z.number() });

export type ServerSettings = z.infer<typeof serverSettings>;
