import { cmsConfig } from '../cms/config.ts';

export const GET = (): Response => Response.json(cmsConfig());
