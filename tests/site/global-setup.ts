import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPages, separateBuild } from '../stack/build.ts';
import { serveFiles } from '../stack/built-site.ts';
import { freePort } from '../stack/ports.ts';
import { exampleSettings } from '../stack/settings.ts';
import { closeServer } from '../stack/web-server.ts';
import './provided.ts';
import { readPages } from './read-pages.ts';

/** The content editor is a program of its own, for the marketers: cms.test.ts says what holds for it. */
const isEditor = (path: string): boolean => path === '/cms';

/** One production build for all test files, served as the platform serves it. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  // A folder for each run: one that starts meanwhile takes nothing away.
  const { files } = separateBuild(`site/${String(process.pid)}`);
  await buildPages(exampleSettings(), files);
  const port = await freePort();
  const server = await serveFiles(port, files);
  project.provide('files', files);
  project.provide('siteUrl', `http://localhost:${String(port)}`);
  project.provide(
    'pages',
    (await readPages(files)).filter((page) => !isEditor(page.path)),
  );
  return async () => {
    await closeServer(server);
    await rm(path.dirname(files), { recursive: true, force: true });
  };
};
