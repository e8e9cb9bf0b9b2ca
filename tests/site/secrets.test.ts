import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { findSecrets } from '../secrets/find-secrets.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();
const functions = inject('functions');

const filesIn = async (root: string): Promise<string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

test('the built pages and functions contain nothing that looks like a secret', async () => {
  expect(await findSecrets(await filesIn(inject('files')), inject('files'))).toBe('');
  expect(await findSecrets(await filesIn(functions), functions)).toBe('');
});

test('no built file contains a secret of the server', async () => {
  const { PAYPAL_CLIENT_SECRET, PROFILE_SERVICE_SECRET, PAYPAL_WEBHOOK_ID } = inject('settings');
  const secrets = [PAYPAL_CLIENT_SECRET, PROFILE_SERVICE_SECRET, PAYPAL_WEBHOOK_ID];
  const files = [...(await filesIn(inject('files'))), ...(await filesIn(functions))];
  expect(files.length).toBeGreaterThan(100);
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const));
  for (const secret of secrets) {
    expect(secret?.length).toBeGreaterThan(10);
    expect(texts.filter(([, text]) => text.includes(secret ?? '')).map(([file]) => file)).toEqual([]);
  }
});

test('findSecrets finds a secret, and does not repeat it in its message', async () => {
  const key = `-----BEGIN ${'PRIVATE KEY'}-----\n${'MIIEvQIBADANBgkqhkiG9w0B\n'.repeat(9)}-----END ${'PRIVATE KEY'}-----`;
  const token = `${'PAYPAL_CLIENT'}_SECRET=${'Ab1'.repeat(12)}`;
  const database = `postgres://keeper:${crypto.randomUUID()}@db.neon.tech/site`;
  for (const [name, text] of Object.entries({ 'key.pem': key, 'note.md': token, 'url.ts': database })) {
    const file = path.join(folder, name);
    await writeFile(file, text);
    const message = await findSecrets([file], folder);
    expect(message, name).toContain(name);
    expect(message).not.toContain(text.slice(-24));
  }
});
