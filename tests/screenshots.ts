import { mkdir, readdir, rm } from 'node:fs/promises';
import { picture } from './look/camera.ts';
import { buildSite, separateBuild } from './stack/build.ts';
import { serveBuild } from './stack/built-site.ts';
import { inProject } from './stack/paths.ts';
import { freePort } from './stack/ports.ts';
import { applySettings, localSettings } from './stack/settings.ts';
import { startStack } from './stack/stack.ts';

/** The pages of a build, by their path without the slash: `index`, `buy`, `download`. */
const builtPages = async (files: string): Promise<string[]> => {
  const entries = await readdir(files, { recursive: true });
  return entries.filter((file) => file.endsWith('.html')).map((file) => file.slice(0, -'.html'.length));
};

/**
 * `node tests/screenshots.ts [page or page:state …]`: builds the site, serves it with the local stack, and
 * pictures what is named, or every page with its states, into screenshots/.
 */
const [site, paypal, identity] = await Promise.all([freePort(), freePort(), freePort()]);
const settings = localSettings({
  PORT: String(site),
  SITE_URL: `http://localhost:${String(site)}`,
  PAYPAL_API_URL: `http://127.0.0.1:${String(paypal)}`,
  PUBLIC_PAYPAL_SDK_URL: `http://127.0.0.1:${String(paypal)}/sdk/js`,
  FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${String(identity)}`,
});
applySettings(settings);
const build = separateBuild('screenshots');
await buildSite(settings, build);
const stack = await startStack(settings, null);
const server = await serveBuild(site, build);
try {
  const wanted = process.argv.slice(2);
  const folder = inProject('screenshots');
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const pages = wanted.length ? wanted : await builtPages(build.files);
  await picture({ site: `http://localhost:${String(site)}`, folder }, pages);
} finally {
  await server.close();
  await stack.close();
}
