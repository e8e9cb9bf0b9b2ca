import type { Config } from '@netlify/functions';

export { retryEventsJob as default } from '../../src/server/jobs.ts';

/** Every minute: what failed is due after one at the earliest. */
export const config: Config = { schedule: '* * * * *' };
