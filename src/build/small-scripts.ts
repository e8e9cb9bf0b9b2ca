import { transformSync } from 'esbuild';
import type { PageStep } from './each-page.ts';

/** A script that stands in the page and runs; data such as JSON-LD has a type of its own. */
const script = /(<script(?![^>]*\s(?:src|type)=)[^>]*>)([\s\S]+?)(<\/script>)/g;

/** A page whose own scripts are minified, as its files are. */
export const withSmallScripts: PageStep = (html) =>
  html.replace(script, (_, open: string, code: string, close: string) => {
    const small = transformSync(code, { minify: true, target: 'es2022' }).code.trim();
    return `${open}${small.replaceAll('</script', '<\\/script')}${close}`;
  });
