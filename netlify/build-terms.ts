import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillEntry } from '../src/copy/content-entry.ts';
import { versionsOf } from '../src/copy/policy-versions.ts';
import { readFolder } from '../src/copy/read-content.ts';
import { renderForMail } from '../src/copy/render-for-mail.ts';
import { schemas } from '../src/copy/schemas/collections.ts';
import type { BuiltTerms } from '../src/server/frame/context/built-terms.ts';
import { currentVersion } from './build-letters.ts';
import { writeJson } from './write-json.ts';

const projectRoot = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Renders the terms and the notice on the right of withdrawal for mails, and writes them to .build/terms.json: see `buildLetters`. */
export async function buildTerms(
  root = projectRoot,
  target = path.join(root, '.build/terms.json'),
): Promise<void> {
  await writeJson(target, await renderTerms(root));
}

/** Returns all versions of the terms, and the notice. Throws if one of the two is missing or a draft. */
export async function renderTerms(root: string): Promise<BuiltTerms> {
  const version = await currentVersion(root);
  const { files } = await readFolder(root, 'pages');
  const pages = files
    .map(({ name, fields, body }) => ({ id: name, data: schemas.pages.parse(fields), body }))
    .filter(({ data }) => !data.draft)
    .map((entry) => fillEntry(entry, { version }));
  const render = (id: string) => {
    const page = pages.find((candidate) => candidate.id === id);
    if (!page) throw new Error(`The receipts need the page src/content/pages/${id}.md.`);
    return renderForMail(page.body);
  };
  const versions = versionsOf('terms', pages).map(({ version, isCurrent }) => ({
    version,
    ...render(isCurrent ? 'terms' : `terms-${version}`),
  }));
  if (versions.length === 0) throw new Error('The page src/content/pages/terms.md needs a "policy".');
  return { versions, withdrawal: render('right-of-withdrawal') };
}
