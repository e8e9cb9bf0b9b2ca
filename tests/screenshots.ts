import { mkdir, readdir, rm } from 'node:fs/promises';
import { insertSampleRecords } from './look/sample-records.ts';
import { takeScreenshots } from './look/take-screenshots.ts';
import { startEphemeralSite } from './builds/ephemeral-site.ts';
import { inProject } from '../stack/paths.ts';

/** Returns the names of the pages of a build, such as `index`, `buy` and `download`. */
const builtPages = async (files: string): Promise<string[]> => {
  const entries = await readdir(files, { recursive: true });
  return entries.filter((file) => file.endsWith('.html')).map((file) => file.slice(0, -'.html'.length));
};

/**
 * `npm run screenshots [-- page or page:state …]`: builds the site, serves it with the local stack and sample records, and saves screenshots in
 * screenshots/, of these pages or of every page with its states.
 */
const { url, files, stack, close } = await startEphemeralSite('screenshots');
try {
  await insertSampleRecords(stack.database);
  const chosen = process.argv.slice(2).map((name) => name.replace(/^\//, '') || 'index');
  const folder = inProject('screenshots');
  if (chosen.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await takeScreenshots({ siteUrl: url, folder }, chosen.length ? chosen : await builtPages(files));
} finally {
  await close();
}
