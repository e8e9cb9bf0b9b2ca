import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Reads a JSON file that netlify/build-functions.ts writes, such as `letters.json`. On Netlify the file is in `chunks`, in the working
 * folder of the function. Locally it is in `.build`, in the project's folder. Reads the file each time, because `npm start` writes it
 * again after a change.
 */
export async function readBuilt(name: string, folder = process.cwd()): Promise<unknown> {
  const read = (place: string) => readFile(path.join(folder, place, name), 'utf8');
  return JSON.parse(await read('chunks').catch(() => read('.build')));
}
