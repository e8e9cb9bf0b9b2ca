import type { Config } from '@netlify/functions';

export { sweepLimitsJob as default } from '../../src/server/jobs.ts';

/** Runs every day. Rate limit counters are kept for a day. */
export const config: Config = { schedule: '40 3 * * *' };
