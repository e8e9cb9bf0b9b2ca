import { getCollection } from 'astro:content';
import { releaseFile, shortVersion } from '../shared/release-file.ts';
import { filled } from './filled.ts';

const numbers = (version: string): readonly number[] => version.split('.').map(Number);

const newestFirst = (a: { version: string }, b: { version: string }): number => {
  const [left, right] = [numbers(a.version), numbers(b.version)];
  return left.reduce((order, number, place) => order || (right[place] ?? 0) - number, 0);
};

const publishedReleases = async () => {
  const entries = await getCollection('releases', ({ data }) => !data.draft);
  return entries
    .map((entry) => filled(entry))
    .map((release) => {
      return {
        ...release,
        short: shortVersion(release.version),
        anchor: `version-${release.version.replaceAll('.', '-')}`,
        label: release.date.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
        files: release.files.map((file) => ({
          ...file,
          href: `/dist/${releaseFile(release.version, file.ending)}`,
        })),
      };
    });
};

/** A release of src/content/releases; `short` is 1.0 for 1.0.0, `label` its month, `body` Markdown. */
export type Release = Awaited<ReturnType<typeof publishedReleases>>[number];

/** Every release that is not a draft, newest version first. */
export const releases = async (): Promise<Release[]> => (await publishedReleases()).sort(newestFirst);

/** The newest release: what the pages call the current version and offer to download. */
export const currentRelease = async (): Promise<Release> => {
  const [newest] = await releases();
  if (!newest)
    throw new Error('src/content/releases holds no release that is not a draft; the site needs one.');
  return newest;
};

/** What `{version}` stands for: 1.0 while 1.0.0 is the newest release. */
export const currentVersion = async (): Promise<string> => (await currentRelease()).short;
