import type { Config } from '@netlify/functions';

export { closeMonthJob as default } from '../../src/server/jobs.ts';

/** Runs every day. The run on the 1st closes the previous month. Later runs close it if an earlier run failed. */
export const config: Config = { schedule: '10 2 * * *' };
