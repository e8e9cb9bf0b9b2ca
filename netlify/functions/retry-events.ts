import type { Config } from '@netlify/functions';

export { retryEventsJob as default } from '../../src/server/jobs.ts';

/** Runs every minute, because a failed event is due after a minute at the earliest. */
export const config: Config = { schedule: '* * * * *' };
