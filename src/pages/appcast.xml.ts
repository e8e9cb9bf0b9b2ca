import { loadPublishedReleases } from '../copy/content.ts';
import { appcastXml, signedAppcast } from '../sharing/update-feeds.ts';

export async function GET(): Promise<Response> {
  const releases = await loadPublishedReleases();
  const appcast = appcastXml(releases);
  const body = signedAppcast(appcast, releases[0]?.['appcast-signature'] ?? '');
  return new Response(body, { headers: { 'Content-Type': 'application/rss+xml' } });
}
