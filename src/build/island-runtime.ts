import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { rewritePages } from './built-pages.ts';

/** The inline scripts that Astro writes before the first island of a page: our directive, and the element `astro-island`. */
const runtime = /((?:<script>(?:(?!<\/script>)[^])*<\/script>\s*)+)(?=<astro-island\b)/;
/** The page's script, which loads after the first paint. */
const pageScript = /<template id="later">[^]*?<\/script>/;

/**
 * Moves Astro's runtime for islands out of the HTML of each page into a file that loads after the first paint. The runtime would
 * take an eighth of the first round trip, and no island runs before the page's script.
 */
export function islandRuntime(): AstroIntegration {
  return {
    name: 'island-runtime',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await rewritePages(dir, async (html) => {
          if (!html.includes('<astro-island')) return html;
          const scripts = runtime.exec(html)?.[1];
          if (scripts === undefined || !pageScript.test(html))
            throw new Error('The page has no runtime for its islands, or no script to load it.');
          const code = scripts.replaceAll(/<\/?script>/g, '\n').trim();
          const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
          const address = `_astro/island-runtime.${hash}.js`;
          await writeFile(new URL(address, dir), code);
          const element = `<script id="island-runtime" type="module" src="/${address}"></script>`;
          return html.replace(scripts, '').replace(pageScript, (start) => start + element);
        });
      },
    },
  };
}
