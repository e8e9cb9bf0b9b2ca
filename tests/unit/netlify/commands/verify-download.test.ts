import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkReleases } from '../../../../netlify/commands/check-releases.ts';
import { verifyDownload } from '../../../../netlify/commands/verify-download.ts';
import { releaseFile } from '../../../../src/shared/release-file.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { releaseText } from './release-text.ts';

const sum = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const installer = Buffer.alloc(3_000_000, 'an installer');
const expected = { bytes: installer.length, sha256: sum(installer) };

/** A release storage: `/slow…` sends a part and stops, other paths are answered with the installer or something else. */
const contents: Record<string, Buffer> = {
  '/good': installer,
  '/longer': Buffer.concat([installer, Buffer.from('x')]),
  '/shorter': installer.subarray(1),
  '/other': Buffer.alloc(3_000_000, 'another one'),
};
let storage: Server;
let url = '';
beforeAll(async () => {
  storage = createServer((request, response) => {
    const content = contents[request.url ?? ''];
    if (request.url === '/slow') response.write('a part');
    else response.writeHead(content ? 200 : 404).end(content);
  });
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((storage.address() as AddressInfo).port)}`;
});
afterAll(() => {
  storage.closeAllConnections();
  storage.close();
});

test.each([
  ['/good', null],
  ['/shorter', 'has 2999999 bytes, and the release file says 3000000'],
  [
    '/other',
    `has the SHA-256 ${sum(contents['/other'] ?? '')}, and the release file says ${expected.sha256}`,
  ],
])('verifyDownload compares the installer at %s by size and SHA-256', async (place, difference) => {
  expect(await verifyDownload(url + place, expected)).toBe(difference);
});

test('verifyDownload gives up a download that stalls', async () => {
  expect(await verifyDownload(`${url}/slow`, expected, 200)).toBe(
    'could not be downloaded within 0.2 seconds',
  );
});

/** Checks a project with one release whose installer is at a path of the storage. */
function checkProject(place: string, sha256: string) {
  const releases = temporaryFolder();
  const netlifyToml = path.join(temporaryFolder(), 'netlify.toml');
  writeFileSync(netlifyToml, `[[redirects]]\nfrom = "/dist/*"\nto = "${url}${place}"\nstatus = 200\n`);
  const text = releaseText({ version: '1.1.0', bytes: installer.length, sha256 });
  writeFileSync(path.join(releases, '1.1.0.md'), text);
  return checkReleases(releases, netlifyToml);
}

test('a deploy accepts an installer that matches the release file', async () => {
  expect(await checkProject('/good', expected.sha256)).toMatchObject({ code: 0 });
});

test('a deploy refuses a real installer with the checksum of the sample file', async () => {
  const sample = sum('SAMPLE, not an installer. In production the release storage serves mac.zip here.\n');
  const reason = `has the SHA-256 ${expected.sha256}, and the release file says ${sample}`;
  expect(await checkProject('/good', sample)).toEqual({
    code: 1,
    text: expect.stringContaining(`${releaseFile('1.1.0', 'mac.zip')} ${reason}`) as string,
  });
});
