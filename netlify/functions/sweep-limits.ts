import type { Config } from '@netlify/functions';

export { sweepLimitsJob as default } from '../../src/server/jobs.ts';

/** Every day. Counters of rate limits are kept for a day. */
export const config: Config = { schedule: '40 3 * * *' };
