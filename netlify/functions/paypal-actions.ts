import type { Config } from '@netlify/functions';

export { paypalActionsJob as default } from '../../src/server/jobs.ts';

/** Runs every minute, because a buyer waits for the cancellation. */
export const config: Config = { schedule: '* * * * *' };
