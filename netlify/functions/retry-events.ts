import type { Config } from '@netlify/functions';

export { retry as default } from '../../src/server/jobs.ts';

/** Every minute: what failed is due after one at the earliest. */
export const config: Config = { schedule: '* * * * *' };
