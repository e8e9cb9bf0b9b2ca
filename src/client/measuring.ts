import { measure } from './measure.ts';

declare global {
  interface Document {
    /** True while the browser prerenders the page. Undefined in browsers without prerendering. */
    readonly prerendering?: boolean;
  }
}

// Entry of the script that counts page views and events. Only a site with an analytics id loads it.
const { id = '', url = '', page } = document.getElementById('analytics')?.dataset ?? {};
const start = () => {
  measure({ id, scriptUrl: url, page });
};
if (document.prerendering) document.addEventListener('prerenderingchange', start, { once: true });
else start();
