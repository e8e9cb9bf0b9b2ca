import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { blobsIn } from '../../secrets/git.ts';
import { secretsOfHistory } from '../../secrets/history.ts';
import { gitIn, hasWholeHistory, historyFault } from '../../../stack/git-history.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const root = temporaryFolder();
const folder = (name: string): string => path.join(root, name);
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@mail.example', ...args], {
    cwd,
    stdio: 'pipe',
  });

describe.skipIf(gitIn(root, '--version') === null)('where there is git', () => {
  beforeAll(() => {
    mkdirSync(folder('archive'));
    mkdirSync(folder('broken/.git'), { recursive: true });
    git(root, 'init', '--quiet', 'whole');
    for (const message of ['one', 'two'])
      git(folder('whole'), 'commit', '--quiet', '--allow-empty', `--message=${message}`);
    git(root, 'clone', '--quiet', '--depth=1', pathToFileURL(folder('whole')).href, 'shallow');
  });

  test.each([
    ['whole', true, null],
    ['archive', false, null],
    ['shallow', false, null],
    ['broken', false, /cannot read/],
  ] as const)('the history of a copy that is %s: all of it %s, %s', (name, isWhole, fault) => {
    expect(hasWholeHistory(folder(name))).toBe(isWhole);
    const found = historyFault(folder(name));
    if (fault === null) expect(found).toBeNull();
    else expect(found).toMatch(fault);
  });

  test('a secret is found where only an earlier version of a file has it, or a message, and not where none has', async () => {
    git(root, 'init', '--quiet', 'planted');
    const planted = folder('planted');
    const commit = (text: string, message: string) => {
      writeFileSync(path.join(planted, 'url.ts'), text);
      git(planted, 'add', '.');
      git(planted, 'commit', '--quiet', `--message=${message}`);
    };
    commit('export const url = null;\n', 'none');
    expect(await secretsOfHistory(planted)).toBe('');
    commit(`export const url = 'postgres://keeper:${crypto.randomUUID()}@db.neon.tech/site';\n`, 'one');
    commit('export const url = null;\n', 'gone again');
    expect(await secretsOfHistory(planted)).toMatch(/^[0-9a-f]{40}.url\.ts\n/);
    commit('export const url = 1;\n', `PAYPAL_CLIENT${'_SECRET'}=${'Ab1'.repeat(12)}`);
    expect(await secretsOfHistory(planted)).toContain('commit-messages.txt');
  });

  test('a history that cannot be read is no clean one', async () => {
    expect(await secretsOfHistory(folder('broken'))).toMatch(/cannot read/);
    expect(await secretsOfHistory(folder('archive'))).toBeNull();
  });
});

const paths = new Map([
  ['aa', 'one.txt'],
  ['bb', 'two.txt'],
]);
const [one, two] = ['aa blob 4\none\n\n', 'bb blob 3\ntwo\n'];

test('every object that was asked for is read', () => {
  const found = blobsIn(Buffer.from(one + two), paths);
  expect(found.map(({ path: name, content }) => [name, content.toString()])).toEqual([
    ['one.txt', 'one\n'],
    ['two.txt', 'two'],
  ]);
});

test.each([
  ['is missing', `${one}bb missing\n`],
  ['is the first that is missing', `aa missing\n${two}`],
  ['never came', one],
  ['came in part', (one + two).slice(0, -2)],
])('one that %s is not passed over', (_what, text) => {
  expect(() => blobsIn(Buffer.from(text), paths)).toThrow('Not every object');
});
