import { site } from './site.ts';

/** `1.0.0` → `1.0`, the version that files and pages are named by. */
export const shortVersion = (version: string): string => version.split('.').slice(0, 2).join('.');

/** Orders versions like `1.10.0`, the newest first. */
export const newestFirst = (a: string, b: string): number => {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]];
  return left.reduce((order, number, place) => order || (right[place] ?? 0) - number, 0);
};

/** The product's name as files carry it: letters, digits and hyphens. */
const product = site.product.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');

/** The name of an installer: `Kithbook-1.0-mac.zip` for version 1.0.0 and the ending `mac.zip`. */
export const releaseFile = (version: string, ending: string): string =>
  `${product}-${shortVersion(version)}-${ending}`;
