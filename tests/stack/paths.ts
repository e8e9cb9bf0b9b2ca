import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** A path inside the project. */
export const inProject = (...parts: string[]): string => path.join(root, ...parts);
