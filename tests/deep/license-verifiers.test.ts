import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { aptInstall, canAptInstall } from '../../stack/apt-install.ts';
import { inProject } from '../../stack/paths.ts';
import { licenseVectors, revokedId, vectorKeys } from '../license-vectors.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const packages = ['mono-mcs', 'mono-runtime', 'libmono-system-core4.0-cil', 'libsodium-dev'];

test.runIf(canAptInstall())('the C# verifier gives the answer of each vector', async () => {
  await aptInstall(...packages);
  const program = path.join(temporaryFolder(), 'check.exe');
  const sources = ['docs/license-format/VerifyLicense.cs', 'tests/deep/CheckVectors.cs'].map((file) =>
    inProject(file),
  );
  execFileSync('mcs', [`-out:${program}`, ...sources]);
  const keys = vectorKeys.map(
    ({ id, publicKey }) => `${id}:${Buffer.from(publicKey, 'base64url').toString('base64')}`,
  );
  const vectors = licenseVectors();
  const input = vectors.map(
    ({ text, released_on }) => `${Buffer.from(text).toString('base64')}\t${released_on}\n`,
  );
  const output = execFileSync('mono', [program, revokedId, ...keys], {
    input: input.join(''),
    encoding: 'utf8',
  });
  const answers = output.trim().split('\n');
  expect(vectors.map(({ name }, index) => [name, answers[index]])).toEqual(
    vectors.map(({ name, answer }) => [name, answer]),
  );
});
