import { buildSite, separateBuild } from './build.ts';
import { serveBuild, type BuiltSite } from './built-site.ts';
import { freePort } from './ports.ts';
import { applySettings, exampleSettings } from './settings.ts';
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
  await buildSite(settings, build);
  const stack = await startStack(settings, null);
  const site = await serveBuild(port, build);
  const close = async () => {
    await site.close();
    await stack.close();
  };
  return { url, files: build.files, stack, site, close };
};
