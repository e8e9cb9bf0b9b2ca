import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { PurgeCSS } from 'purgecss';
import { chunkReader } from './page-chunks.ts';
import { rewritePages } from './rewrite-pages.ts';

/** Libraries that give no element a class (chunk-groups.ts), and the script for signing out, which draws nothing. */
const libraries = ['libraries', 'firebase'];
const signOut = /<template id="sign-out">[\s\S]*?<\/template>/;

const style = /<style>([\s\S]*?)<\/style>/g;

/** States and attributes stay: scripts set them. Astro's scopes are in the HTML, so an unused scope goes. */
const safelist = ['&', /^:/, /^(data|aria)-(?!astro-cid)/];

/** Returns the rules of `css` that can match a page made of the words in `text`. */
async function purgeCss(css: string, text: string): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: text, extension: 'html' }],
    css: [{ raw: css }],
    // With and without a colon: rules may ask how an address begins, as in [href^='mailto:'].
    defaultExtractor: (content) => [
      ...(content.match(/[\w-]+/g) ?? []),
      ...(content.match(/[\w-]+:/g) ?? []),
    ],
    safelist,
    keyframes: true,
    variables: true,
  });
  return result?.css ?? '';
}

/**
 * Removes unused CSS from every page after a build. One route renders all kinds of sections, so Astro gives each page the
 * styles of all of them. The words of the page's HTML and of its chunks decide which rules stay.
 */
export function unusedCss(): AstroIntegration {
  return {
    name: 'unused-css',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const readChunks = chunkReader(path.join(fileURLToPath(dir), '_astro'), libraries);
        let saved = 0;
        await rewritePages(dir, async (html) => {
          const sheets = [...html.matchAll(style)].map(([, css]) => css);
          const text = [html.replace(style, ''), ...(await readChunks(html.replace(signOut, '')))].join('\n');
          const css = await purgeCss(sheets.join('\n'), text);
          let isFirst = true;
          const purged = html.replace(style, () => {
            const element = isFirst ? `<style>${css}</style>` : '';
            isFirst = false;
            return element;
          });
          saved += html.length - purged.length;
          return purged;
        });
        logger.info(`removed ${String(Math.round(saved / 1000))} kB from the pages`);
      },
    },
  };
}
