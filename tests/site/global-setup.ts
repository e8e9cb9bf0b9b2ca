import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { serveFiles } from '../../stack/built-site.ts';
import { inProject } from '../../stack/paths.ts';
import { freePort } from '../../stack/ports.ts';
import { sharedFunctions, sharedPages } from '../builds/shared-build.ts';
import { chooseTestPorts, testSettings } from '../builds/test-settings.ts';
import { closeServer } from '../../stack/web-server.ts';
import './provided.ts';
import { readPages } from './read-pages.ts';

/** The content editor is a program of its own, for the marketers: cms.test.ts says what holds for it. */
const isEditor = (path: string): boolean => path === '/cms';

/** Serves the build that the tests share, as Netlify serves it. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const settings = testSettings(await chooseTestPorts());
  const { files, wholePages } = await sharedPages(settings);
  const port = await freePort();
  const server = await serveFiles(port, files);
  // A folder for each run: one that starts meanwhile takes nothing away.
  const scratch = inProject('.build/site', String(process.pid));
  project.provide('settings', settings);
  project.provide('files', files);
  project.provide('wholePages', wholePages);
  project.provide('functions', await sharedFunctions());
  project.provide('scratch', scratch);
  project.provide('siteUrl', `http://localhost:${String(port)}`);
  project.provide(
    'pages',
    (await readPages(files)).filter((page) => !isEditor(page.path)),
  );
  return async () => {
    await closeServer(server);
    await rm(scratch, { recursive: true, force: true });
  };
};
