import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  MIN_INSTALLER_BYTES,
  publishedReleases,
  findSampleInstallers,
} from '../../../../netlify/commands/release-files.ts';
import { releaseFile } from '../../../../src/shared/release-file.ts';
import { offeredReleases } from '../../../offered-releases.ts';
import { sampleDownload } from '../../../../stack/netlify/site-handler.ts';
import { releaseText } from './release-text.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const folderOf = (files: Readonly<Record<string, string>>): string => {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
};

test('findSampleInstallers finds sizes of sample files, and ignores drafts', () => {
  const folder = folderOf({
    '1.0.0.md': releaseText({ version: '1.0.0' }),
    '1.1.0.md': releaseText({ version: '1.1.0', bytes: 48_211_034 }),
    '1.2.0.md': releaseText({ version: '1.2.0', draft: true }),
  });
  expect(findSampleInstallers(folder)).toEqual(['1.0.0.md: 81 bytes']);
});

test('a release file with a small size describes the local sample file', async () => {
  for (const { version, files } of offeredReleases)
    for (const { ending, bytes, sha256 } of files.filter((file) => file.bytes < MIN_INSTALLER_BYTES)) {
      const sample = Buffer.from(await sampleDownload(`/${releaseFile(version, ending)}`).arrayBuffer());
      expect([sample.byteLength, createHash('sha256').update(sample).digest('hex')]).toEqual([bytes, sha256]);
    }
});

test('publishedReleases refuses an invalid release file, and names the file and the field', () => {
  const text = releaseText({ version: '1.0.0' }).replace('bytes: 81', 'bytes: many');
  expect(() => publishedReleases(folderOf({ '1.0.0.md': text }))).toThrow(/^1\.0\.0\.md: files\.0\.bytes /);
});
