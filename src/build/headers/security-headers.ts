import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { loadEnv } from 'vite';
import { rewritePages } from '../rewrite-pages.ts';
import { chunkReader } from '../page-chunks.ts';
import { callersIn, carriedSources } from './carried-sources.ts';
import { headersFile, type HeaderRule, pageRules, pathOf, siteRules } from './header-rules.ts';
import { pagePolicy, withPolicyInside } from './page-policy.ts';
import { rowOf } from './page-rows.ts';
import { headerSettings, type HeaderSettings } from './settings.ts';

/** The page that the platform serves at every address where there is none. */
const missing = '404.html';

const writeHeaders = async (dir: URL, settings: HeaderSettings): Promise<number> => {
  const readChunks = chunkReader(path.join(fileURLToPath(dir), '_astro'));
  const rules: HeaderRule[] = [...siteRules];
  await rewritePages(dir, async (html, name) => {
    const file = name.replaceAll(path.sep, '/');
    const row = rowOf(pathOf(file), settings);
    const carried = carriedSources(html, await readChunks(callersIn(html)), settings);
    const policy = await pagePolicy(html, {
      sources: [row.sources ?? {}, ...carried.sources],
      foreignScripts: Boolean(row.foreignScripts) || carried.foreignScripts,
    });
    rules.push(...pageRules(file, policy, row));
    return file === missing ? withPolicyInside(html, policy) : html;
  });
  await writeFile(new URL('_headers', dir), headersFile(rules));
  return rules.length;
};

/**
 * After a build, writes the headers of all addresses into `_headers`, which the platform reads. It is the last
 * step: policies hold hashes of the pages as they are served.
 */
export const securityHeaders = (): AstroIntegration => {
  let settings = headerSettings({});
  return {
    name: 'security-headers',
    hooks: {
      'astro:config:done': ({ config }) => {
        const env = loadEnv('production', fileURLToPath(config.root), 'PUBLIC_');
        settings = headerSettings(env, readFileSync(new URL('netlify.toml', config.root), 'utf8'));
      },
      'astro:build:done': async ({ dir, logger }) => {
        const count = await writeHeaders(dir, settings);
        logger.info(`wrote ${String(count)} rules for headers`);
      },
    },
  };
};
