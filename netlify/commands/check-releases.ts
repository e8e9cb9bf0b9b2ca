import { readReleases } from './read-releases.ts';

/** In bytes. */
export const smallestInstaller = 1_000_000;

/**
 * The offered releases of a folder whose figures cannot be those of an installer, as `1.0.0.md: 81 bytes`. The
 * repository's own are those of the local sample files, and visitors would check their downloads against them.
 */
export const sampleFigures = (folder: string): string[] =>
  readReleases(folder).flatMap(({ name, files }) =>
    files
      .filter(({ bytes }) => bytes < smallestInstaller)
      .map(({ bytes }) => `${name}: ${String(bytes)} bytes`),
  );

if (import.meta.main) {
  const wrong = sampleFigures('src/content/releases');
  if (wrong.length) {
    console.error(
      `These are figures of sample files, not of installers; docs/content.md tells how to make them:`,
    );
    console.error(wrong.map((line) => `  ${line}`).join('\n'));
    process.exit(1);
  }
}
