import { type BuildFolders, buildSite, separateBuild } from './build.ts';
import { serveBuild, type BuiltSite } from './built-site.ts';
import { freePort } from './ports.ts';
import { applySettings, exampleSettings, type Settings } from './settings.ts';
import { startStack, type Stack } from './stack.ts';

export interface FreeSite {
  readonly url: string;
  readonly files: string;
  readonly stack: Stack;
  readonly site: BuiltSite;
  readonly close: () => Promise<void>;
}

/**
 * Builds the site for free ports, into a folder of its own, and serves it with the bundled functions on a
 * stack that keeps nothing: whatever a developer's .env or shell names, no real service is touched.
 */
export const startFreeSite = async (name: string): Promise<FreeSite> => {
  const [port, paypal, identity] = await Promise.all([freePort(), freePort(), freePort()]);
  const url = `http://localhost:${String(port)}`;
  const settings = exampleSettings({
    PORT: String(port),
    PAYPAL_API_URL: `http://127.0.0.1:${String(paypal)}`,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${String(identity)}`,
  });
  applySettings(settings);
  const build = separateBuild(name);
  const stack = await buildBesideStack(settings, build);
  const site = await serveBuild(port, build);
  const close = async () => {
    await site.close();
    await stack.close();
  };
  return { url, files: build.files, stack, site, close };
};

/** Starts the stack while the site is built, since the stack mostly waits. Stops it if the build fails. */
async function buildBesideStack(settings: Settings, build: BuildFolders): Promise<Stack> {
  const starting = startStack(settings, null);
  const [built] = await Promise.allSettled([buildSite(settings, build), starting]);
  const stack = await starting;
  if (built.status === 'fulfilled') return stack;
  await stack.close();
  throw built.reason;
}
