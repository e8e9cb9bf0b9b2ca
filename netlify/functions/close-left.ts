import type { Config } from '@netlify/functions';

export { closeLeftJob as default } from '../../src/server/jobs.ts';

/** Runs every day after the closing of months. Closes the records of affiliates who left, once nothing is left to be paid. */
export const config: Config = { schedule: '20 4 * * *' };
