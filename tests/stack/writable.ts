import { constants, existsSync } from 'node:fs';
import { access, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'that disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
};

/** Why a file system call failed, in words; null for any other error. */
export function fileProblem(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error)) return null;
  return reasons[String(error.code)] ?? null;
}

/**
 * Creates the folder when it is missing and writes a file into it.
 *
 * @throws With one line that names the folder and the reason, also when less than `freeMb` megabytes are free.
 */
export async function assertWritable(folder: string, freeMb: number): Promise<void> {
  const probe = path.join(folder, `.probe-${String(process.pid)}`);
  let existing = folder;
  while (!existsSync(existing)) existing = path.dirname(existing);
  try {
    // mkdir answers ENOENT for folders on a read-only disk.
    await access(existing, constants.W_OK);
    await mkdir(folder, { recursive: true });
    await writeFile(probe, 'x');
    await rm(probe);
  } catch (error) {
    const reason = fileProblem(error);
    if (!reason) throw error;
    throw new Error(`${folder} cannot be written: ${reason}.`, { cause: error });
  }
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / 1e6);
  if (free < freeMb)
    throw new Error(
      `Only ${String(free)} MB are free on the disk of ${folder}; ${String(freeMb)} MB are needed. Free some space and try again.`,
    );
}
