import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const maxBuffer = 256 * 1024 * 1024;

/** What a git command in a folder writes; null where there is no repository, or no git. */
export const git = async (folder: string, ...args: string[]): Promise<string | null> => {
  try {
    const trusted = ['-c', `safe.directory=${folder}`];
    return (await promisify(execFile)('git', [...trusted, ...args], { cwd: folder, maxBuffer })).stdout;
  } catch {
    return null;
  }
};

/** The same, where there is a repository; throws when the command fails. */
export const gitText = async (folder: string, ...args: string[]): Promise<string> => {
  const text = await git(folder, ...args);
  if (text === null) throw new Error(`git ${args.join(' ')} failed.`);
  return text;
};

const pipe = async (folder: string, args: readonly string[], input: string): Promise<Buffer> => {
  const child = spawn('git', ['-c', `safe.directory=${folder}`, ...args], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.end(input);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** A version of a file that some commit has. */
export interface Blob {
  readonly id: string;
  readonly path: string;
  readonly content: Buffer;
}

/** The blobs in what `git cat-file --batch` wrote of the objects with these paths; throws unless all of them are there. */
export const blobsIn = (whole: Buffer, paths: ReadonlyMap<string, string>): Blob[] => {
  const blobs: Blob[] = [];
  let [at, objects] = [0, 0];
  while (at < whole.length) {
    const end = whole.indexOf(10, at);
    const [id = '', type, size] = whole.toString('utf8', at, end).split(' ');
    const start = end + 1;
    at = start + Number(size) + 1;
    objects += 1;
    if (type === 'blob')
      blobs.push({ id, path: paths.get(id) ?? id, content: whole.subarray(start, at - 1) });
  }
  if (objects !== paths.size || at !== whole.length)
    throw new Error('Not every object of the git history could be read.');
  return blobs;
};

/** Every version of every file of a repository's history, each once. */
export const blobsOfHistory = async (folder: string): Promise<Blob[]> => {
  const objects = await gitText(folder, 'rev-list', '--objects', '--all');
  const paths = new Map(
    objects.split('\n').flatMap((line) => {
      const at = line.indexOf(' ');
      return at > 0 && at < line.length - 1 ? [[line.slice(0, at), line.slice(at + 1)] as const] : [];
    }),
  );
  const ids = [...paths.keys()].map((id) => `${id}\n`);
  return blobsIn(await pipe(folder, ['cat-file', '--batch'], ids.join('')), paths);
};
