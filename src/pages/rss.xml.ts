import rss from '@astrojs/rss';
import { markdown } from '../copy/markdown.ts';
import { loadPublishedReleases } from '../copy/content.ts';
import { releaseFeed } from '../sharing/site-files.ts';

export async function GET(): Promise<Response> {
  const releases = await loadPublishedReleases();
  return rss(releaseFeed(releases.map((release) => ({ ...release, introduction: markdown(release.body) }))));
}
