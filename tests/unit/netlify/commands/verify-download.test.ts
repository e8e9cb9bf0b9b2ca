import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkReleases } from '../../../../netlify/commands/check-releases.ts';
import { signRelease } from '../../../../netlify/commands/release-sign.ts';
import { verifyDownload } from '../../../../netlify/commands/verify-download.ts';
import { releaseFile } from '../../../../src/shared/release-file.ts';
import { trustedKeys } from '../../../../src/shared/signing-keys.ts';
import { settings } from '../../../api/settings.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { releaseText } from './release-text.ts';

const sum = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const installer = Buffer.alloc(3_000_000, 'an installer');
const expected = { bytes: installer.length, sha256: sum(installer) };

const installerName = releaseFile('1.1.0', 'mac.zip');

/** A release storage: `/slow…` sends a part and stops, other paths are answered with the installer or something else. */
const contents: Record<string, Buffer> = {
  '/good': installer,
  '/longer': Buffer.concat([installer, Buffer.from('x')]),
  '/shorter': installer.subarray(1),
  '/other': Buffer.alloc(3_000_000, 'another one'),
  [`/${installerName}`]: installer,
  [`/${releaseFile('1.1.0', 'sbom.json')}`]: Buffer.from('{"bomFormat":"CycloneDX"}'),
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

/** Checks a project whose release was signed with these installers. The storage has `installer`. */
async function checkProject(signed: Buffer) {
  const [releases, installers] = [temporaryFolder(), temporaryFolder()];
  const [release, netlifyToml] = [path.join(releases, '1.1.0.md'), path.join(installers, 'netlify.toml')];
  writeFileSync(netlifyToml, `[[redirects]]\nfrom = "/dist/*"\nto = "${url}/:splat"\nstatus = 200\n`);
  writeFileSync(release, releaseText({ version: '1.1.0' }));
  writeFileSync(path.join(installers, installerName), signed);
  const keyFile = path.join(installers, 'key');
  writeFileSync(keyFile, settings.licenseKey);
  await signRelease([release, installers, keyFile], () => Promise.resolve(''));
  const keys = trustedKeys('releases', { allowsLocal: true });
  return checkReleases(releases, netlifyToml, keys, keys);
}

test('a deploy accepts the installers that were signed', async () => {
  expect(await checkProject(installer)).toMatchObject({ code: 0 });
});

test('a deploy refuses an installer that is not the signed one', async () => {
  const other = contents['/other'] ?? installer;
  const reason = `has the SHA-256 ${expected.sha256}, and the release file says ${sum(other)}`;
  expect(await checkProject(other)).toEqual({
    code: 1,
    text: expect.stringContaining(`${installerName} ${reason}`) as string,
  });
});

test('a deploy refuses a release that is signed with the local key', async () => {
  const project = temporaryFolder();
  writeFileSync(path.join(project, '1.1.0.md'), releaseText({ version: '1.1.0', bytes: installer.length }));
  const { code, text } = await checkReleases(project, '');
  expect([code, text]).toEqual([1, expect.stringContaining('/appcast.xml is not signed') as string]);
});
