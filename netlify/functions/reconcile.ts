import type { Config } from '@netlify/functions';

export { reconcileJob as default } from '../../src/server/jobs.ts';

/**
 * Every hour from 5:20 UTC, when the provider lists all of the day before, to 23:20: the first run makes the day's report,
 * and the others only where it failed.
 */
export const config: Config = { schedule: '20 5-23 * * *' };
