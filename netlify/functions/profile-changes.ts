import type { Config } from '@netlify/functions';

export { handle as default } from '../../src/server/handler.ts';

export const config: Config = {
  path: ['/api/user-profiles/user/*', '/user-profiles/user/*'],
  method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  rateLimit: { windowSize: 60, windowLimit: 300, aggregateBy: ['ip', 'domain'] },
};
