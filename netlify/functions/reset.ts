import type { Config } from '@netlify/functions';

export { handle as default } from '../../src/server/handler.ts';

export const config: Config = {
  path: ['/api/auth/reset-password', '/api/auth/validate-reset-token/*'],
  rateLimit: { windowSize: 60, windowLimit: 10, aggregateBy: ['ip', 'domain'] },
};
