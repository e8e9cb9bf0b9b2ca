import type { TestProject } from 'vitest/node';
import { serveFiles } from '../../stack/built-site.ts';
import { freePort } from '../../stack/ports.ts';
import { fakeCounter } from '../builds/counter.ts';
import { sharedFunctions, sharedPages } from '../builds/shared-build.ts';
import { chooseTestPorts, testSettings } from '../builds/test-settings.ts';
import { closeServer } from '../../stack/web-server.ts';
import type { Settings } from '../../stack/settings.ts';
import { type PageFacts, readPages } from './page-facts.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Settings of the build. */
    settings: Settings;
    /** Folder of the production build. */
    files: string;
    /** Folder of its pages before the build steps, with all of their CSS. */
    wholePages: string;
    /** Folder of the bundled functions. */
    functions: string;
    /** Address at which the build is served, without functions but `fakeCounter`. */
    siteUrl: string;
    /** All built pages except the content editor, which cms.test.ts tests. */
    pages: readonly PageFacts[];
  }
}

/** Serves the shared build as Netlify does. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const settings = testSettings(await chooseTestPorts());
  const { files, wholePages } = await sharedPages(settings);
  const port = await freePort();
  const server = await serveFiles(port, files, [fakeCounter]);
  project.provide('settings', settings);
  project.provide('files', files);
  project.provide('wholePages', wholePages);
  project.provide('functions', await sharedFunctions());
  project.provide('siteUrl', `http://localhost:${String(port)}`);
  project.provide(
    'pages',
    (await readPages(files)).filter((page) => page.path !== '/cms'),
  );
  return async () => {
    await closeServer(server);
  };
}
