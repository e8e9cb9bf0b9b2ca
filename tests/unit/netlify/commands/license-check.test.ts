import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runLicenseCheck } from '../../../../netlify/commands/license-check.ts';
import { readSigningKey, signWith } from '../../../../src/server/money/licenses/signing-key.ts';
import { writeLicense } from '../../../../src/server/money/licenses/write-license.ts';
import { settings } from '../../../api/settings.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const key = readSigningKey(settings.licenseKey);
const folder = temporaryFolder();
let site: Server;
/** The site's answer to a request for the list of revoked licenses. */
let list = '';
beforeAll(async () => {
  site = createServer((_request, response) => response.end(list));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('SITE_URL', `http://127.0.0.1:${String((site.address() as AddressInfo).port)}`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  site.close();
});

/** Checks a license with this id, while the site's list has these ids. */
async function checkLicense(id: string, revokedIds: readonly string[] = [], now = '2026-12-24') {
  const text = ['kithbook-revoked-1', `Key: ${key.id}`, 'As of: 2026-11-29', ...revokedIds, ''].join('\n');
  list = `${signWith(key, text)}\n${text}`;
  const file = path.join(folder, 'kithbook-license.txt');
  const facts = { id, product: 'Kithbook', planId: 'basic', orderId: 'A1' };
  writeFileSync(file, writeLicense({ ...facts, issuedOn: '2026-01-01', coversUntil: '2027-01-01' }, key));
  return runLicenseCheck([file], new Date(`${now}T12:00:00Z`));
}

const [id, otherId] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];

test('license:check shows the fields of a license, and whether it covers a release of today', async () => {
  const { code, text } = await checkLicense(id, [otherId]);
  expect([code, text]).toEqual([0, expect.stringContaining('covers a release of today') as string]);
  expect(text).toContain('Covers releases until: 2027-01-01');
  expect(await checkLicense(id, [], '2027-01-02')).toMatchObject({ code: 1 });
});

test('license:check finds a license in the list of revoked ones', async () => {
  const { code, text } = await checkLicense(id, [otherId, id]);
  expect([code, text]).toEqual([1, expect.stringContaining('revoked') as string]);
});
