import { measure } from './measuring/measure.ts';

/** The script that counts page views and events; only a site with a measurement id has it. */
const { id = '', url = '', page } = document.getElementById('analytics')?.dataset ?? {};

whenShown(() => {
  measure({ id, scriptUrl: url, page });
});

declare global {
  interface Document {
    /** True while the browser renders the page ahead of a visit; undefined where it never does. */
    readonly prerendering?: boolean;
  }
}

/** Runs `effect` now, or when a prerendered page is activated. */
export function whenShown(effect: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', effect, { once: true });
  else effect();
}
