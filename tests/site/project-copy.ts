import path from 'node:path';
import { inject } from 'vitest';
import { copyTo, type ProjectCopy } from './copy-to.ts';

export type { ProjectCopy } from './copy-to.ts';

/** Makes a copy in the folder of this run, with a cache of its own. */
export const copyProject = (name: string): Promise<ProjectCopy> => copyTo(path.join(inject('scratch'), name));
