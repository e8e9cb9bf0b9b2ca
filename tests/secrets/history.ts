import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { historyFault } from '../../stack/git-history.ts';
import { findSecrets } from './find-secrets.ts';
import { blobsOfHistory, git, gitText } from './git.ts';

/** Writes the history's versions and messages into a folder, since the rules go by files and their names. */
const writeHistory = async (repository: string, folder: string): Promise<string[]> => {
  const messages = path.join(folder, 'commit-messages.txt');
  await writeFile(messages, await gitText(repository, 'log', '--all', '--format=%H %an <%ae>%n%B'));
  const files = (await blobsOfHistory(repository)).map(({ id, path: name, content }) => ({
    file: path.join(folder, id, path.basename(name)),
    content,
  }));
  for (const { file, content } of files) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return [messages, ...files.map(({ file }) => file)];
};

/**
 * What looks like a secret in any version of any file of a repository's history, or in a commit's message; or why the
 * history cannot be read; empty where nothing does, null where there is no history.
 */
export const secretsOfHistory = async (repository: string): Promise<string | null> => {
  const fault = historyFault(repository);
  if (fault !== null) return `The git history was not read. ${fault}`;
  const commits = Number((await git(repository, 'rev-list', '--all', '--count')) ?? 0);
  if (commits === 0) return null;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'history-'));
  try {
    const files = await writeHistory(repository, folder);
    console.log(`Read ${String(files.length - 1)} versions of files in ${String(commits)} commits.`);
    const found = await findSecrets(files, folder);
    // git show ID prints the version that a line is about.
    return found.replaceAll(`${folder}${path.sep}`, '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
