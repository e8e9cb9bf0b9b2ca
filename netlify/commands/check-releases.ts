import { offeredInstallers } from './offered-installers.ts';
import { readReleases } from './read-releases.ts';
import { verifyDownload } from './verify-download.ts';

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

/** Downloads the installers of the newest release; returns a line for each that is not what its release file says. */
export async function wrongInstallers(folder: string, netlifyToml: string): Promise<string[]> {
  const installers = offeredInstallers(folder, netlifyToml);
  const differences = await Promise.all(
    installers.map(async (installer) => {
      const difference = await verifyDownload(installer.address, installer);
      return difference === null ? [] : [`${installer.name} ${difference}`];
    }),
  );
  return differences.flat();
}

if (import.meta.main) {
  const wrong = sampleFigures('src/content/releases');
  if (wrong.length) {
    console.error(
      `These are figures of sample files, not of installers; docs/content.md tells how to make them:`,
    );
    console.error(wrong.map((line) => `  ${line}`).join('\n'));
    process.exit(1);
  }
  const differing = await wrongInstallers('src/content/releases', 'netlify.toml');
  if (differing.length) {
    console.error('The installers in the release storage could not be confirmed; see docs/content.md:');
    console.error(differing.map((line) => `  ${line}`).join('\n'));
    process.exit(1);
  }
}
