import { constants, existsSync } from 'node:fs';
import { access, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileErrorReasons } from './install.mjs';

/**
 * Creates the folder when it is missing and writes a file into it.
 *
 * @throws With one line that names the folder and the reason, also when less than `freeMb` megabytes are free.
 */
export async function assertWritable(folder: string, freeMb: number): Promise<void> {
  const probe = path.join(folder, `.probe-${String(process.pid)}`);
  try {
    // Checks the access first, because on a read-only disk a recursive mkdir fails with ENOENT instead of EROFS.
    await access(nearestExisting(folder), constants.W_OK);
    await mkdir(folder, { recursive: true });
    try {
      await writeFile(probe, 'x');
    } finally {
      await rm(probe, { force: true });
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = fileErrorReasons[code];
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

function nearestExisting(folder: string): string {
  const parent = path.dirname(folder);
  return existsSync(folder) || parent === folder ? folder : nearestExisting(parent);
}
