import { mkdir, readdir, rm } from 'node:fs/promises';
import { isMailKind, mailKinds } from '../src/shared/mail-kinds.ts';
import { insertSampleRecords } from './look/sample-records.ts';
import { takeMailScreenshots } from './look/take-mail-screenshots.ts';
import { takeScreenshots } from './look/take-screenshots.ts';
import { startEphemeralSite } from './builds/ephemeral-site.ts';
import { inProject } from '../stack/paths.ts';

/** Returns the names of the pages of a build, such as `index`, `buy` and `download`. */
const builtPages = async (files: string): Promise<string[]> => {
  const entries = await readdir(files, { recursive: true });
  return entries.filter((file) => file.endsWith('.html')).map((file) => file.slice(0, -'.html'.length));
};

/** The name that stands for all mails. `mails:receipt` is one of them. */
const mails = 'mails';
const isMail = (name: string) => name === mails || name.startsWith(`${mails}:`);

/**
 * `npm run screenshots [-- page or page:state …]`: builds the site, serves it with the local stack, and saves screenshots in
 * screenshots/, of these pages, or of every page with its states and of every mail.
 */
const { url, files, stack, close } = await startEphemeralSite('screenshots');
try {
  await insertSampleRecords(stack.database);
  const chosen = process.argv.slice(2).map((name) => name.replace(/^\//, '') || 'index');
  const folder = inProject('screenshots');
  if (chosen.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const names = chosen.length ? chosen : [...(await builtPages(files)), mails];
  const pages = names.filter((name) => !isMail(name));
  if (pages.length > 0) await takeScreenshots({ siteUrl: url, folder }, pages);
  const kinds = names.includes(mails)
    ? mailKinds
    : names
        .filter(isMail)
        .map((name) => name.slice(mails.length + 1))
        .filter(isMailKind);
  if (stack.mail && kinds.length > 0)
    await takeMailScreenshots({ catcherUrl: stack.mail.url, folder }, kinds);
} finally {
  await close();
}
