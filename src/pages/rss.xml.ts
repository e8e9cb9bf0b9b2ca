import rss from '@astrojs/rss';
import { markdown } from '../copy/markdown.ts';
import { releases } from '../copy/releases.ts';
import { releaseFeed } from '../sharing/release-feed.ts';

export const GET = async (): Promise<Response> => {
  const all = (await releases()).filter(({ draft }) => !draft);
  return rss(releaseFeed(all.map((release) => ({ ...release, introduction: markdown(release.body) }))));
};
