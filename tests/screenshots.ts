import { mkdir, readdir, rm } from 'node:fs/promises';
import { isMailKind, mailKinds } from '../src/shared/mail-kinds.ts';
import { insertSampleRecords } from './look/sample-records.ts';
import { takeMailScreenshots } from './look/take-mail-screenshots.ts';
import { takeReadmePictures } from './look/take-readme-pictures.ts';
import { takeScreenshots } from './look/take-screenshots.ts';
import { startTestSite } from './builds/test-site.ts';
import { chooseTestPorts } from './builds/test-settings.ts';
import { redirectServerLog } from './e2e/server-log.ts';
import { inProject } from '../stack/paths.ts';

/** Returns the names of the pages of a build, such as `index`, `buy` and `download`. */
const builtPages = async (files: string): Promise<string[]> => {
  const entries = await readdir(files, { recursive: true });
  return entries.filter((file) => file.endsWith('.html')).map((file) => file.slice(0, -'.html'.length));
};

const folder = inProject('screenshots');

/**
 * Serves the build of the tests with the local stack, and takes screenshots of pages and states, or of all pages, or the pictures
 * of the readme.
 */
async function takeSite(pages: readonly string[] | 'all' | 'readme'): Promise<void> {
  const { url, files, stack, close } = await startTestSite(await chooseTestPorts());
  try {
    await insertSampleRecords(stack.database);
    if (pages === 'readme') await takeReadmePictures(url);
    else await takeScreenshots({ siteUrl: url, folder }, pages === 'all' ? await builtPages(files) : pages);
  } finally {
    await close();
  }
}

/**
 * `npm run screenshots [-- page or page:state or mails or mails:kind …]`: saves screenshots in screenshots/, of these pages and
 * mails, or of every page with its states and of every mail. `npm run screenshots -- readme` renews the pictures of README.md.
 */
const chosen = process.argv.slice(2).map((name) => name.replace(/^\//, '') || 'index');
if (chosen.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await redirectServerLog();
const [mails = [], pages = []] = [true, false].map((isMail) =>
  chosen.filter((name) => /^mails(:|$)/.test(name) === isMail),
);
const kinds = mails.map((name) => name.slice('mails:'.length)).filter(isMailKind);
if (chosen.length === 0 || mails.length > 0)
  await takeMailScreenshots(folder, kinds.length > 0 ? kinds : mailKinds);
if (chosen.join() === 'readme') await takeSite('readme');
else if (chosen.length === 0 || pages.length > 0) await takeSite(chosen.length === 0 ? 'all' : pages);
