import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes a value as JSON. Readers see the old file or the new file, and never a partial one. */
export async function writeJson(target: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const temporary = `${target}.${String(process.pid)}`;
  await writeFile(temporary, JSON.stringify(value));
  await rename(temporary, target);
}
