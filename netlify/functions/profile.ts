import type { Config } from '@netlify/functions';

export { handle as default } from '../../src/server/handler.ts';

export const config = {
  path: ['/api/user-profiles/user/*', '/user-profiles/user/*'],
  // A rule for GET does not match HEAD on Netlify. Its packager takes HEAD, but its type lacks it.
  method: ['GET', 'HEAD'],
  rateLimit: { windowSize: 60, windowLimit: 60, aggregateBy: ['ip', 'domain'] },
} satisfies Omit<Config, 'method'> & { method: string[] };
