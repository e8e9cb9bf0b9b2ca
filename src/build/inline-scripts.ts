import { build } from 'esbuild';
import type { Plugin } from 'vite';

const suffix = '?inline-script';

/**
 * Makes `import script from './file.ts?inline-script'` the text of a script for `<script is:inline set:html={script}>`:
 * the file, bundled with its imports and minified. For scripts that must run before the first paint. `define` replaces
 * names by values of the build.
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
