import rss from '@astrojs/rss';
import { markdown } from '../copy/markdown.ts';
import { loadReleases } from '../copy/content.ts';
import { releaseFeed } from '../sharing/site-files.ts';

export async function GET(): Promise<Response> {
  const all = (await loadReleases()).filter(({ draft }) => !draft);
  return rss(releaseFeed(all.map((release) => ({ ...release, introduction: markdown(release.body) }))));
}
