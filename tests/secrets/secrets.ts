import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { inProject, root } from '../../stack/paths.ts';
import { hasWholeHistory } from '../../stack/git-history.ts';
import { notProven } from '../../stack/not-proven.ts';
import { findSecrets } from './find-secrets.ts';
import { git } from './git.ts';
import { secretsOfHistory } from './history.ts';

/** Without a repository: all but what is made or installed. */
const left = ['node_modules', '.git', 'dist', '.build', '.local', '.astro', 'test-results', 'screenshots'];

const walk = (): string[] =>
  globSync('**/*', { cwd: root, withFileTypes: true, exclude: ({ name }) => left.includes(name) })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** The files that are, or may be, committed. */
const projectFiles = async (): Promise<string[]> => {
  const listed = await git(root, 'ls-files', '--cached', '--others', '--exclude-standard', '-z');
  const names = listed === null ? walk() : listed.split('\0');
  return [...new Set(names)]
    .filter(Boolean)
    .map((name) => inProject(name))
    .filter((file) => existsSync(file));
};

/**
 * `npm run check`: no secret is in the files of the project, nor in any earlier version of them. Where a copy of the project
 * lacks earlier versions, what it has is read, and the check is not proven.
 */
const files = await projectFiles();
console.log(`Read ${String(files.length)} files.`);
const found = [await findSecrets(files, root)];
const history = await secretsOfHistory(root);
if (history !== null) found.push(history);
for (const text of found.filter(Boolean)) console.error(text);
const isWhole = hasWholeHistory();
if (!isWhole) console.warn('NOT PROVEN: this copy lacks earlier versions of the files. Clone all of it.');
process.exitCode = found.some(Boolean) ? 1 : isWhole ? 0 : notProven;
