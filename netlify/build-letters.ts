import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillEntry, isShown, withDraftMark } from '../src/copy/content-entry.ts';
import { readFolder } from '../src/copy/read-content.ts';
import { renderForMail } from '../src/copy/render-for-mail.ts';
import { schemas } from '../src/copy/schemas/collections.ts';
import { newestFirst, shortVersion } from '../src/shared/release-file.ts';
import type { BuiltLetter } from '../src/shared/schemas/letter.ts';
import { writeJson } from './write-json.ts';

const projectRoot = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Renders the letters of src/content/letters and writes them to .build/letters.json, where functions on this computer read them.
 * Functions cannot render Markdown, because the Markdown package is native code.
 */
export async function buildLetters(
  root = projectRoot,
  target = path.join(root, '.build/letters.json'),
): Promise<void> {
  await writeJson(target, await renderLetters(root));
}

/** Returns the letters whose files have no problems, sorted by name. Drafts are left out unless this build shows drafts. */
export async function renderLetters(root: string): Promise<BuiltLetter[]> {
  const version = await currentVersion(root);
  const { files } = await readFolder(root, 'letters');
  return files
    .map(({ name, fields, body }) => ({
      id: name,
      data: schemas.letters.parse(fields),
      body,
      filePath: `src/content/letters/${name}.md`,
    }))
    .filter(isShown)
    .map((entry) => fillEntry(entry, { version }))
    .map(({ id, subject, preview, audience, draft, body }) => ({
      slug: id,
      subject: withDraftMark(subject, draft),
      preview,
      audience,
      ...renderForMail(body),
    }));
}

/** Returns the value of `{version}`: 1.0 while 1.0.0 is the newest release. */
export async function currentVersion(root: string): Promise<string> {
  const { files } = await readFolder(root, 'releases');
  const [newest = ''] = files
    .map(({ fields }) => schemas.releases.parse(fields))
    .filter(({ draft }) => !draft)
    .map(({ version }) => version)
    .sort(newestFirst);
  return shortVersion(newest);
}
