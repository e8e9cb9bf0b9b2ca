import rss from '@astrojs/rss';
import { markdown } from '../copy/markdown.ts';
import { loadReleases } from '../copy/content.ts';
import { releaseFeed } from '../sharing/site-files.ts';

export async function GET(): Promise<Response> {
  const releases = (await loadReleases()).filter(({ draft }) => !draft);
  return rss(releaseFeed(releases.map((release) => ({ ...release, introduction: markdown(release.body) }))));
}
