import type { Config } from '@netlify/functions';

export { retryEventsJob as default } from '../../src/server/jobs.ts';

/** Every minute, since a failed event is due after a minute at the earliest. */
export const config: Config = { schedule: '* * * * *' };
