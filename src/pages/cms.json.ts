import { cmsConfig } from '../cms/config.ts';

export function GET(): Response {
  return Response.json(cmsConfig());
}
