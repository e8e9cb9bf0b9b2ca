import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { rewritePages } from './each-page.ts';

/** The two scripts that Astro writes into a page with islands: the directive, then the element itself. */
const runtime =
  /<script>((?:(?!<\/script>)[\s\S])*?new Event\("astro:interaction"\)(?:(?!<\/script>)[\s\S])*?)<\/script>\s*<script>((?:(?!<\/script>)[\s\S])*?customElements\.define\("astro-island"(?:(?!<\/script>)[\s\S])*?)<\/script>/;

/** The element of the page's settings; src/layouts/PageScripts.astro writes it. */
const settings = 'id="page-settings"';

/** A page without Astro's script for islands, and that script; null where it has none. */
export const withoutRuntime = (html: string, address: (script: string) => string) => {
  const [, directive, element] = runtime.exec(html) ?? [];
  if (!directive || !element) return null;
  const script = `${directive}\n${element}`;
  return {
    script,
    html: html.replace(runtime, '').replace(settings, `${settings} data-islands="${address(script)}"`),
  };
};

const addressOf = (script: string): string =>
  `/_astro/islands.${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`;

/**
 * After a build, makes a file of the 5 KB of script that Astro writes into each page with islands. The page's
 * own script fetches it when somebody turns to an island; see src/client/page/islands.ts.
 */
export const islandsApart = (): AstroIntegration => ({
  name: 'islands-apart',
  hooks: {
    'astro:build:done': ({ dir }) =>
      rewritePages(dir, async (html, page) => {
        const apart = withoutRuntime(html, addressOf);
        if (!apart && html.includes('<astro-island'))
          throw new Error(`${page}: Astro's script for islands does not look as it used to.`);
        if (!apart) return html;
        await writeFile(new URL(`.${addressOf(apart.script)}`, dir), apart.script);
        return apart.html;
      }),
  },
});
