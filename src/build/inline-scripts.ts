import { build } from 'esbuild';
import type { Plugin } from 'vite';

const suffix = '?inline-script';

/**
 * Vite plugin for scripts that must run before the first paint. `import script from './file.ts?inline-script'` returns the file,
 * bundled with its imports and minified, as text for `<script is:inline set:html={script}>`. esbuild replaces the identifiers
 * in `define` by constants.
 */
export function inlineScripts(define: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    load: {
      filter: { id: /\?inline-script$/ },
      async handler(id) {
        const { outputFiles, metafile } = await build({
          entryPoints: [id.slice(0, -suffix.length)],
          bundle: true,
          minify: true,
          write: false,
          metafile: true,
          format: 'iife',
          target: 'es2022',
          define: { ...define },
        });
        for (const file of Object.keys(metafile.inputs)) this.addWatchFile(file);
        const script = outputFiles[0]?.text.trim() ?? '';
        return `export default ${JSON.stringify(script.replaceAll('</script', '<\\/script'))};`;
      },
    },
  };
}
