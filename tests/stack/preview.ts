import { buildSite, productionBuild } from './build.ts';
import { serveBuild } from './built-site.ts';
import { serveUntilStopped } from './serve.ts';

await serveUntilStopped(async (port, settings) => {
  await buildSite(settings, productionBuild);
  return serveBuild(port, productionBuild);
});
