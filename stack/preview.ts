import { contentProblems } from '../src/build/content/content-check.ts';
import { assertNoProblems } from '../src/copy/read-content.ts';
import { buildSite, productionBuild } from './build.ts';
import { serveBuild } from './built-site.ts';
import { root } from './paths.ts';
import { serveUntilStopped } from './serve.ts';

await serveUntilStopped(async (port, settings) => {
  assertNoProblems(await contentProblems(root));
  await buildSite(settings, productionBuild);
  return serveBuild(port, productionBuild);
});
