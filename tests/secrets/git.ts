import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../stack/paths.ts';

const maxBuffer = 256 * 1024 * 1024;

/** What a git command in the project writes; null where there is no repository, or no git. */
export const git = async (...args: string[]): Promise<string | null> => {
  try {
    return (await promisify(execFile)('git', args, { cwd: root, maxBuffer })).stdout;
  } catch {
    return null;
  }
};

const pipe = async (args: readonly string[], input: string): Promise<Buffer> => {
  const child = spawn('git', args, { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
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

/** Every version of every file of the history, each once. */
export const blobsOfHistory = async (): Promise<Blob[]> => {
  const objects = (await git('rev-list', '--objects', '--all')) ?? '';
  const paths = new Map(
    objects.split('\n').flatMap((line) => {
      const at = line.indexOf(' ');
      return at > 0 && at < line.length - 1 ? [[line.slice(0, at), line.slice(at + 1)] as const] : [];
    }),
  );
  const whole = await pipe(['cat-file', '--batch'], [...paths.keys()].map((id) => `${id}\n`).join(''));
  const blobs: Blob[] = [];
  for (let at = 0; at < whole.length;) {
    const end = whole.indexOf(10, at);
    const [id = '', type, size] = whole.toString('utf8', at, end).split(' ');
    const start = end + 1;
    at = start + Number(size) + 1;
    if (type === 'blob')
      blobs.push({ id, path: paths.get(id) ?? id, content: whole.subarray(start, at - 1) });
  }
  return blobs;
};
