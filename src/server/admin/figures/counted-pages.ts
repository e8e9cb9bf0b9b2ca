import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';

/**
 * Reads the paths of this build's counted pages from the file that netlify/build-counted-pages.ts writes into the folder of
 * this code's bundle. Returns null if there is no such file, as when the code runs from source. Then every page path counts.
 */
export async function readCountedPages(folder = import.meta.dirname): Promise<ReadonlySet<string> | null> {
  const text = await readFile(path.join(folder, 'pages.json'), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : new Set(z.array(z.string()).parse(JSON.parse(text)));
}
