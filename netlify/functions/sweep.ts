import type { Config } from '@netlify/functions';

export { sweepJob as default } from '../../src/server/jobs.ts';

/** Runs every day. Deletes rate limit counters after a day, unconfirmed newsletter requests after 14 days, and policy violations after 30 days. */
export const config: Config = { schedule: '40 3 * * *' };
