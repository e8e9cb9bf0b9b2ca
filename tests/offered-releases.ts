import { publishedReleases } from '../netlify/commands/release-files.ts';
import { shortVersion } from '../src/shared/release-file.ts';
import { inProject } from '../stack/paths.ts';

/** The releases that the site offers, newest first. They change with every release. */
export const offeredReleases = publishedReleases(inProject('src/content/releases'));

const [newest] = offeredReleases;
if (!newest) throw new Error('src/content/releases offers no release.');

/** The newest release, which the download page offers; `short` is 1.0 for 1.0.0. */
export const newestRelease = { ...newest, short: shortVersion(newest.version) };

/** The names of the newest release's files on the download page, in their order. */
export const offeredFiles = newest.files.map(({ system, kind }) => `${system} ${kind}`);
