import type { Config } from '@netlify/functions';

export { reconcileJob as default } from '../../src/server/jobs.ts';

/** Every hour from 5:20 to 23:20 UTC. By 5:20, PayPal lists all of the day before. Later runs work only if the first failed. */
export const config: Config = { schedule: '20 5-23 * * *' };
