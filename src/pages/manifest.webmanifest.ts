import { webManifest } from '../sharing/site-files.ts';

export const GET = (): Response =>
  new Response(JSON.stringify(webManifest()), { headers: { 'Content-Type': 'application/manifest+json' } });
