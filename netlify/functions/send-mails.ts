import type { Config } from '@netlify/functions';

export { sendMailsJob as default } from '../../src/server/jobs.ts';

/** Runs every minute, because somebody waits for most mails. */
export const config: Config = { schedule: '* * * * *' };
