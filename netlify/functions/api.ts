import type { Config } from '@netlify/functions';
import { perAddress } from '../../src/server/http/rate-rules.ts';

export { handle as default } from '../../src/server/handler.ts';

export const config: Config = {
  path: '/api/*',
  excludedPath: ['/api/customers', '/api/affiliates/validate/*', '/api/purchase/track', '/api/auth/*'],
  rateLimit: perAddress('other'),
};
