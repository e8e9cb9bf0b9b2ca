import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Matches a static import of a relative path. */
const staticImport = /(?:from|import)\s*(["'])(\.[^"']+)\1/g;

/** Returns the bytes of a bundled file and of all files that it imports statically, directly or indirectly. */
export async function loadedBytes(entry: string): Promise<number> {
  const files = new Set([entry]);
  let bytes = 0;
  // The set grows during the loop, which ends when a file imports no new file.
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    bytes += Buffer.byteLength(text);
    for (const [, , name = ''] of text.matchAll(staticImport)) files.add(path.join(path.dirname(file), name));
  }
  return bytes;
}
