import type { Config } from '@netlify/functions';

export { sweepLimitsJob as default } from '../../src/server/jobs.ts';

/** Runs every day, and deletes rate limit counters that are older than a day. */
export const config: Config = { schedule: '40 3 * * *' };
