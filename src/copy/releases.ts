import { isShown, withDraftMark } from './drafts.ts';
import { type CollectionEntry, getCollection } from 'astro:content';
import { monthName, monthOf } from '../shared/dates.ts';
import { newestFirst, releaseFile, shortVersion } from '../shared/release-file.ts';
import { filled } from './filled.ts';

type Entry = CollectionEntry<'releases'>;

const byVersion = (a: Entry, b: Entry): number => newestFirst(a.data.version, b.data.version);

const published = (): Promise<Entry[]> => getCollection('releases', ({ data }) => !data.draft);

const toRelease = (entry: Entry) => {
  const release = filled(entry);
  return {
    ...release,
    short: shortVersion(release.version),
    anchor: `version-${release.version.replaceAll('.', '-')}`,
    label: withDraftMark(monthName(monthOf(release.date)), release.draft),
    files: release.files.map((file) => ({
      ...file,
      href: `/dist/${releaseFile(release.version, file.ending)}`,
    })),
  };
};

/** A release of src/content/releases; `short` is 1.0 for 1.0.0, `label` its month, `body` Markdown. */
export type Release = ReturnType<typeof toRelease>;

/** Every release, newest version first; drafts only where they are shown. */
export const releases = async (): Promise<Release[]> =>
  (await getCollection('releases', isShown)).sort(byVersion).map(toRelease);

/**
 * The newest release: what the pages call the current version and offer to download. All pages ask for it, so none of the
 * others is made ready for that.
 */
export const currentRelease = async (): Promise<Release> => {
  const newest = (await published()).reduce<Entry | undefined>(
    (best, entry) => (best && byVersion(best, entry) <= 0 ? best : entry),
    undefined,
  );
  if (!newest)
    throw new Error('src/content/releases holds no release that is not a draft; the site needs one.');
  return toRelease(newest);
};

/** What `{version}` stands for: 1.0 while 1.0.0 is the newest release. */
export const currentVersion = async (): Promise<string> => (await currentRelease()).short;
