import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Resolves a path from the project's root. An absolute path stays as it is. */
export function inProject(...parts: string[]): string {
  return path.resolve(root, ...parts);
}
