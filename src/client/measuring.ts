import { measure } from './measuring/measure.ts';
import { whenShown } from './measuring/when-shown.ts';

/** The script that counts page views and events; only a site with a measurement id has it. */
const { id = '', url = '', page } = document.getElementById('analytics')?.dataset ?? {};

whenShown(() => {
  measure({ id, scriptUrl: url, page });
});
