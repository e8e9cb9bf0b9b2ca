import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { loadEnv } from 'vite';
import {
  commonHeaders,
  type Directives,
  policyText,
  reportingHeaders,
} from '../../shared/security-headers.ts';
import { chunkReader, pagePath, rewritePages } from '../built-pages.ts';
import {
  basePolicy,
  detectServices,
  tagsWithCalls,
  pagePolicy,
  withPolicyElement,
  workerPolicy,
} from './page-policy.ts';
import { type PageSettings, pageSettings } from './page-settings.ts';
import { headerSettings, type HeaderSettings } from './settings.ts';

/**
 * Writes the headers of all addresses into `_headers`, which Netlify reads. Must be the last integration: policies contain
 * hashes of the finished pages.
 */
export function securityHeaders(): AstroIntegration {
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
}

async function writeHeaders(dir: URL, settings: HeaderSettings): Promise<number> {
  const readChunks = chunkReader(dir);
  const rules: HeaderRule[] = [...siteRules, ...(await hashedFileRules(fileURLToPath(dir)))];
  await rewritePages(dir, async (html, file) => {
    const page = pageSettings(pagePath(file), settings);
    const services = detectServices(html, await readChunks(tagsWithCalls(html)), settings);
    const policy = await pagePolicy(html, {
      sources: [page.sources ?? {}, ...services.sources],
      replaced: page.replaced ?? {},
      hasForeignScripts: Boolean(page.hasForeignScripts) || services.hasForeignScripts,
    });
    rules.push(...pageRules(file, policy, page));
    // Netlify serves 404.html at every address that does not exist.
    return file === '404.html' ? withPolicyElement(html, policy) : html;
  });
  await writeFile(new URL('_headers', dir), headersFile(rules));
  return rules.length;
}

/** Headers for the addresses that match a pattern. */
interface HeaderRule {
  readonly for: string;
  readonly values: Readonly<Record<string, string>>;
}

const sameOrigin = { 'Cross-Origin-Resource-Policy': 'same-origin' } as const;

/** Folders of files whose names change with their content. */
const hashedFolders = ['_astro', 'cms-files'] as const;

/** Names the rules for prerendering, because in the page they would take a sixtieth of the first round trip. */
const speculationRules = '/speculation-rules.json';

/**
 * Rules that come before those of the pages. Other sites may show share images, icons and feeds. A page policy repeats the
 * base policy, so the page is safe whether Netlify joins the two headers or replaces the first.
 */
const siteRules: readonly HeaderRule[] = [
  { for: '/*', values: { ...commonHeaders, 'Content-Security-Policy': policyText(basePolicy) } },
  ...hashedFolders.map((folder) => ({ for: `/${folder}/*`, values: sameOrigin })),
  { for: '/_astro/*', values: { 'Content-Security-Policy': policyText(workerPolicy) } },
  { for: speculationRules, values: { 'Content-Type': 'application/speculationrules+json' } },
];

/**
 * Returns one rule for each file whose name changes with its content. Netlify also adds headers to a 404, so a rule for the
 * folder would let browsers keep the 404 of a missing file for a year.
 */
async function hashedFileRules(dir: string): Promise<HeaderRule[]> {
  const files = await Promise.all(
    hashedFolders.map(async (folder) => {
      const entries = await readdir(path.join(dir, folder), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name));
    }),
  );
  return files.flat().map((file) => ({
    for: `/${path.relative(dir, file).replaceAll(path.sep, '/')}`,
    values: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  }));
}

/** Returns one rule for each address at which Netlify serves a page. */
export function pageRules(file: string, policy: Directives, page: PageSettings): readonly HeaderRule[] {
  // A page that sends nothing prerenders no other page.
  const mayConnect = policy['connect-src']?.[0] !== "'none'";
  const values = {
    'Content-Security-Policy': policyText(policy),
    ...reportingHeaders(policy),
    ...sameOrigin,
    ...(mayConnect && { 'Speculation-Rules': `"${speculationRules}"` }),
    ...page.headers,
  };
  return [pagePath(file), `/${file}`, ...(page.alsoAt ?? [])].map((path) => ({ for: path, values }));
}

/** Formats rules for the file that https://docs.netlify.com/manage/routing/headers describes. */
export function headersFile(rules: readonly HeaderRule[]): string {
  return rules
    .map(({ for: pattern, values }) =>
      [pattern, ...Object.entries(values).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    )
    .join('\n');
}
