import { webManifest } from '../sharing/site-files.ts';

export function GET(): Response {
  return new Response(JSON.stringify(webManifest()), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
}
