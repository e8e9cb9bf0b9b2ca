import type { Config } from '@netlify/functions';

export { reconcileJob as default } from '../../src/server/jobs.ts';

/**
 * Runs hourly from 5:20 to 23:20 UTC. By 5:20, PayPal lists the whole previous day. The later runs of a day do nothing if an
 * earlier run succeeded.
 */
export const config: Config = { schedule: '20 5-23 * * *' };
