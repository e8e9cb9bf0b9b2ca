import { loadPublishedReleases } from '../copy/content.ts';
import { releasesJson } from '../sharing/update-feeds.ts';

export async function GET(): Promise<Response> {
  const body = releasesJson(await loadPublishedReleases());
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
}
