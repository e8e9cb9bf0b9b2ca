import type { Config } from '@netlify/functions';

export { handle as default } from '../../src/server/handler.ts';

export const config: Config = {
  path: '/api/affiliates/validate/*',
  rateLimit: { windowSize: 60, windowLimit: 30, aggregateBy: ['ip', 'domain'] },
};
