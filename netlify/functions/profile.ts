import type { Config } from '@netlify/functions';

export { handle as default } from '../../src/server/handler.ts';

export const config = {
  path: ['/api/user-profiles/user/*', '/user-profiles/user/*'],
  // On Netlify, GET does not include HEAD. Netlify accepts 'HEAD', but the type `Config` does not list it.
  method: ['GET', 'HEAD'],
  rateLimit: { windowSize: 60, windowLimit: 60, aggregateBy: ['ip', 'domain'] },
} satisfies Omit<Config, 'method'> & { method: string[] };
