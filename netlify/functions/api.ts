import type { Config } from '@netlify/functions';

export { handle as default } from '../../src/server/handler.ts';

export const config: Config = {
  path: ['/api/*', '/user-profiles', '/user-profiles/*'],
  excludedPath: [
    // Files of the site.
    '/api/docs',
    '/api/openapi.json',
    // Functions with a limit of their own.
    '/api/affiliates/validate/*',
    '/api/auth/reset-password',
    '/api/auth/validate-reset-token/*',
    '/api/user-profiles/user/*',
    '/user-profiles/user/*',
  ],
  rateLimit: { windowSize: 60, windowLimit: 300, aggregateBy: ['ip', 'domain'] },
};
