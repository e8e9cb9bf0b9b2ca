import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { rewritePages } from './each-page.ts';
import { islandsIn, modulesReader } from './island-modules.ts';

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

/** What src/client/load-deferred.ts appends after the first paint; src/layouts/PageScripts.astro writes it. */
const later = '<template id="later">';

const link = (address: string): string => `<link rel="modulepreload" href="${address}">`;

/** A script that has these modules fetched side by side, before it goes on. */
const fetching = (modules: readonly string[], script: string): string =>
  modules.length === 0
    ? script
    : `for(const m of ${JSON.stringify(modules)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:"/_astro/"+m}));\n${script}`;

/**
 * After a build, makes a file of the 5 KB of script that Astro writes into each page with islands. The page's
 * own script fetches it when somebody turns to an island; see src/client/page/islands.ts. All that an island is made of
 * comes at once, not an import after the other: with that file, or right after the first paint for one that waits for nobody.
 */
export const islandsApart = (): AstroIntegration => ({
  name: 'islands-apart',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const modulesOf = modulesReader(path.join(fileURLToPath(dir), '_astro'));
      return rewritePages(dir, async (html, page) => {
        const islands = islandsIn(html);
        const unasked = await modulesOf(islands.unasked);
        const asked = (await modulesOf(islands.asked)).filter((name) => !unasked.includes(name));
        const apart = withoutRuntime(html, (script) => addressOf(fetching(asked, script)));
        if (!apart && !html.includes('<astro-island')) return html;
        if (!apart || !apart.html.includes(later))
          throw new Error(
            `${page}: Astro's script for islands, or the page's own, does not look as it used to.`,
          );
        const script = fetching(asked, apart.script);
        await writeFile(new URL(`.${addressOf(script)}`, dir), script);
        const early =
          unasked.length === 0 ? [] : [addressOf(script), ...unasked.map((name) => `/_astro/${name}`)];
        return apart.html.replace(later, later + early.map(link).join(''));
      });
    },
  },
});
