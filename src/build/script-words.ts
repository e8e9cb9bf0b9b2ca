import type { Plugin } from 'vite';
import { type CssWords, joinWords, wordsOfScript } from './css-words.ts';

interface Module {
  readonly words: CssWords;
  /** The ids of the modules that it imports, now or later. */
  readonly imports: readonly string[];
}

/** Modules of packages, and helpers of the bundler. They use none of the classes in src/styles. */
const foreign = /^\0|\/node_modules\//;
/** Modules of the live window. Their words keep no CSS in the page: its HTML has the classes of the drawing, and live.css has the rest. */
const styledApart = /\/src\/client\/window\//;

/**
 * Collects the words of the modules of the browser's scripts. A chunk is too large for this: account screens share chunks, so the
 * words of a chunk would keep the CSS of all of them.
 */
export function createScriptWords(): {
  readonly plugin: Plugin;
  /** Returns the words of the scripts that a page names, with everything that they import. */
  readonly wordsOfScripts: (html: string) => CssWords;
} {
  const modules = new Map<string, Module>();
  /** The module that each chunk was made for. */
  const entries = new Map<string, string>();

  const plugin: Plugin = {
    name: 'script-words',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        if (chunk.facadeModuleId) entries.set(chunk.fileName.replace(/^.*\//, ''), chunk.facadeModuleId);
        for (const [id, { code }] of Object.entries(chunk.modules)) {
          if (foreign.test(id)) continue;
          // A module that only re-exports other modules has no code.
          const words = wordsOfScript(code ?? '');
          if (styledApart.test(id)) words.strings.clear();
          const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
          modules.set(id, {
            words,
            imports: [...importedIds, ...dynamicallyImportedIds],
          });
        }
      }
    },
  };

  const wordsOfScripts = (html: string) => {
    const names = html.match(/[\w.-]+\.js\b/g) ?? [];
    const ids = new Set(names.flatMap((name) => entries.get(name) ?? []));
    // The set grows during the loop, which ends when a module imports no new module.
    for (const id of ids) for (const next of modules.get(id)?.imports ?? []) ids.add(next);
    return joinWords([...ids].flatMap((id) => modules.get(id)?.words ?? []));
  };
  return { plugin, wordsOfScripts };
}
