import type { PageStep } from './each-page.ts';

const scope = /data-astro-cid-(\w+)/g;
const length = 3;

/** A page whose scopes of styles have short names: nothing but the page's own CSS knows them. */
export const withShortScopes: PageStep = (html) => {
  const taken = new Map<string, string>();
  return html.replace(scope, (whole, id: string) => {
    const short = id.slice(0, length);
    if (taken.get(short) === undefined) taken.set(short, id);
    return taken.get(short) === id ? `data-_${short}` : whole;
  });
};
