import { site } from './site.ts';
import { fileSize } from './text.ts';

/** Shortens `1.0.0` to `1.0`, the version in the names of files and pages. */
export function shortVersion(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

/** Compares versions such as `1.10.0` for sorting the newest first. */
export function newestFirst(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]];
  return left.reduce((order, number, index) => order || (right[index] ?? 0) - number, 0);
}

/** The product's name in file names: letters, digits and hyphens. */
const product = site.product.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');

/** Returns an installer's file name: `Kithbook-1.0-mac.zip` for version 1.0.0 and the ending `mac.zip`. */
export function releaseFile(version: string, ending: string): string {
  return `${product}-${shortVersion(version)}-${ending}`;
}

/** True for the name of an installer of any version. */
export function isReleaseFile(name: string): boolean {
  return (
    name.startsWith(`${product}-`) && /^\d+\.\d+-[a-z0-9-]+\.[a-z]+$/.test(name.slice(product.length + 1))
  );
}

/** No installer is smaller, in bytes. The samples of the local stack are. */
const smallestInstaller = 100_000;

/** Returns the size of an installer for people. A sample has none that matters. */
export function installerSize(bytes: number): string {
  return bytes < smallestInstaller ? 'a sample' : fileSize(bytes);
}
