import type { Config } from '@netlify/functions';

export { everyMinuteJob as default } from '../../src/server/jobs.ts';

/** Runs every minute, because somebody waits for most mails and for cancellations, and a failed event is due after a minute. */
export const config: Config = { schedule: '* * * * *' };
