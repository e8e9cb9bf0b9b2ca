import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { historyFault } from '../stack/git-history.ts';
import { inProject, root } from '../stack/paths.ts';
import { findSecrets } from './find-secrets.ts';
import { blobsOfHistory, git, gitText } from './git.ts';

/** Without a repository: all but what is made or installed. */
const left = ['node_modules', '.git', 'dist', '.build', '.local', '.astro', 'test-results', 'screenshots'];

const walk = (): string[] =>
  globSync('**/*', { cwd: root, withFileTypes: true, exclude: ({ name }) => left.includes(name) })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** The files that are, or may be, committed. */
const projectFiles = async (): Promise<string[]> => {
  const listed = await git('ls-files', '--cached', '--others', '--exclude-standard', '-z');
  const names = listed === null ? walk() : listed.split('\0');
  return [...new Set(names)]
    .filter(Boolean)
    .map((name) => inProject(name))
    .filter((file) => existsSync(file));
};

/** Writes the history's versions and messages into a folder, since the rules go by files and their names. */
const writeHistory = async (folder: string): Promise<string[]> => {
  const messages = path.join(folder, 'commit-messages.txt');
  await writeFile(messages, await gitText('log', '--all', '--format=%H %an <%ae>%n%B'));
  const files = (await blobsOfHistory()).map(({ id, path: name, content }) => ({
    file: path.join(folder, id, path.basename(name)),
    content,
  }));
  for (const { file, content } of files) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return [messages, ...files.map(({ file }) => file)];
};

/** What looks like a secret anywhere in the history, or why it cannot be read; null where there is none to read. */
const secretsOfHistory = async (): Promise<string | null> => {
  const fault = historyFault();
  if (fault !== null) return `The git history was not read. ${fault}`;
  const commits = Number((await git('rev-list', '--all', '--count')) ?? 0);
  if (commits === 0) return null;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'history-'));
  try {
    const files = await writeHistory(folder);
    console.log(`Read ${String(files.length - 1)} versions of files in ${String(commits)} commits.`);
    const found = await findSecrets(files, folder);
    // git show ID prints the version that a line is about.
    return found.replaceAll(`${folder}${path.sep}`, '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** `npm run check`: no secret is in the files of the project, nor in any earlier version of them. */
const files = await projectFiles();
console.log(`Read ${String(files.length)} files.`);
const found = [await findSecrets(files, root)];
const history = await secretsOfHistory();
if (history === null) console.log('There is no git history here: earlier versions were NOT read.');
else found.push(history);
for (const text of found.filter(Boolean)) console.error(text);
process.exitCode = found.some(Boolean) ? 1 : 0;
