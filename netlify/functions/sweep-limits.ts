import type { Config } from '@netlify/functions';

export { sweepLimitsJob as default } from '../../src/server/jobs.ts';

/** Every day: counters of limits are kept for one. */
export const config: Config = { schedule: '40 3 * * *' };
