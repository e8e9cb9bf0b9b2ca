import { type BuildFolders, buildSite, separateBuild } from '../../stack/build.ts';
import { serveBuild, type BuiltSite } from '../../stack/built-site.ts';
import { noRateLimits, type RateLimiter } from '../../stack/netlify/rate-limit.ts';
import type { LocalDatabase } from '../../stack/database.ts';
import { freePort } from '../../stack/ports.ts';
import { applySettings, type Settings } from '../../stack/settings.ts';
import { startPostgresDatabase } from './postgres-database.ts';
import { sharedFunctions, sharedPages } from './shared-build.ts';
import { startStack, type Stack } from '../../stack/stack.ts';
import { testSettings, type TestPorts } from './test-settings.ts';

export interface EphemeralSite {
  readonly url: string;
  readonly files: string;
  readonly stack: Stack;
  readonly site: BuiltSite;
  readonly close: () => Promise<void>;
}

interface ServeOptions {
  readonly limiter?: RateLimiter;
  readonly startDatabase?: () => Promise<LocalDatabase>;
}

/** Builds the site for free ports into a separate folder, and serves it with a stack in memory. */
export async function startEphemeralSite(name: string): Promise<EphemeralSite> {
  const ports = Array.from({ length: 6 }, freePort);
  const [site = 0, paypal = 0, identity = 0, mail = 0, mailPage = 0, leakedPasswords = 0] =
    await Promise.all(ports);
  const settings = testSettings({ site, paypal, identity, mail, mailPage, leakedPasswords });
  return serveOnStack(settings, async () => {
    const build = separateBuild(name);
    await buildSite(settings, build);
    return build;
  });
}

/** Serves the shared build on PostgreSQL, without Netlify's rate limits, because parallel tests share one address. */
export function startTestSite(ports: TestPorts): Promise<EphemeralSite> {
  const settings = testSettings(ports);
  async function build() {
    const { files } = await sharedPages(settings);
    return { files, functions: await sharedFunctions() };
  }
  return serveOnStack(settings, build, { limiter: noRateLimits, startDatabase: startPostgresDatabase });
}

/**
 * Serves a build, and starts its stack in memory. Replaces the environment by the settings, so that a developer's .env or shell
 * cannot name a real service.
 */
async function serveOnStack(
  settings: Settings,
  build: () => Promise<BuildFolders>,
  { limiter, startDatabase }: ServeOptions = {},
): Promise<EphemeralSite> {
  applySettings(settings);
  const { stack, folders } = await buildBesideStack(settings, build, startDatabase);
  const port = Number(settings.PORT);
  const site = await serveBuild(port, folders, limiter);
  async function close() {
    await site.close();
    await stack.close();
  }
  return { url: `http://localhost:${String(port)}`, files: folders.files, stack, site, close };
}

/** Starts the stack while the site is built, since the stack mostly waits. Stops it if the build fails. */
async function buildBesideStack(
  settings: Settings,
  build: () => Promise<BuildFolders>,
  startDatabase: ServeOptions['startDatabase'],
): Promise<{ stack: Stack; folders: BuildFolders }> {
  const starting = startStack(settings, null, startDatabase);
  const [buildResult] = await Promise.allSettled([build(), starting]);
  const stack = await starting;
  if (buildResult.status === 'fulfilled') return { stack, folders: buildResult.value };
  await stack.close();
  throw buildResult.reason;
}
