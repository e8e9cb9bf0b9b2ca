import type { Config } from '@netlify/functions';

export { closeMonthJob as default } from '../../src/server/jobs.ts';

/** Every day: the 1st closes the month before, and the other days close what a failure left open. */
export const config: Config = { schedule: '10 2 * * *' };
