import type { Config } from '@netlify/functions';
import { perAddress } from '../../src/server/http/rate-rules.ts';

export { handle as default } from '../../src/server/handler.ts';

export const config: Config = {
  path: ['/api/user-profiles/user/*', '/user-profiles/user/*'],
  method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  rateLimit: perAddress('other'),
};
