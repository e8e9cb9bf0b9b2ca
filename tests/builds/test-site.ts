import type { BuildFolders } from '../../stack/build.ts';
import { serveBuild, type BuiltSite } from '../../stack/built-site.ts';
import { noRateLimits } from '../../stack/netlify/rate-limit.ts';
import { applySettings, type Settings } from '../../stack/settings.ts';
import { startPostgresDatabase } from './postgres-database.ts';
import { sharedFunctions, sharedPages } from './shared-build.ts';
import { startStack, type Stack } from '../../stack/stack.ts';
import { testSettings, type TestPorts } from './test-settings.ts';

export interface TestSite {
  readonly url: string;
  readonly files: string;
  readonly stack: Stack;
  readonly site: BuiltSite;
  readonly close: () => Promise<void>;
}

/**
 * Serves the shared build on PostgreSQL, with a stack in memory. It has no rate limits of Netlify, because parallel tests share one
 * address. Replaces the environment by the settings, so that a developer's .env or shell cannot name a real service.
 */
export async function startTestSite(ports: TestPorts): Promise<TestSite> {
  const settings = testSettings(ports);
  applySettings(settings);
  const { stack, folders } = await buildBesideStack(settings);
  const port = Number(settings.PORT);
  const site = await serveBuild(port, folders, noRateLimits);
  async function close() {
    await site.close();
    await stack.close();
  }
  return { url: `http://localhost:${String(port)}`, files: folders.files, stack, site, close };
}

/** Starts the stack while the site is built, since the stack mostly waits. Stops it if the build fails. */
async function buildBesideStack(settings: Settings): Promise<{ stack: Stack; folders: BuildFolders }> {
  const starting = startStack(settings, null, startPostgresDatabase);
  const [buildResult] = await Promise.allSettled([build(settings), starting]);
  const stack = await starting;
  if (buildResult.status === 'fulfilled') return { stack, folders: buildResult.value };
  await stack.close();
  throw buildResult.reason;
}

async function build(settings: Settings): Promise<BuildFolders> {
  const [{ files }, functions] = await Promise.all([sharedPages(settings), sharedFunctions()]);
  return { files, functions };
}
