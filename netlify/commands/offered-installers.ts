import { newestFirst, releaseFile } from '../../src/shared/release-file.ts';
import { readConfiguration, redirectFor } from '../../stack/netlify/configuration.ts';
import { readReleases } from './read-releases.ts';
import type { Promised } from './verify-download.ts';

/** An installer that the download page offers. */
export interface OfferedInstaller extends Promised {
  readonly name: string;
  /** Its address in the release storage; empty if netlify.toml leads /dist/* nowhere. */
  readonly address: string;
}

/** Returns the installers of the newest release. Those of older releases may have been replaced. */
export function offeredInstallers(releases: string, netlifyToml: string): OfferedInstaller[] {
  const configuration = readConfiguration(netlifyToml);
  const [newest] = readReleases(releases).sort((a, b) => newestFirst(a.version, b.version));
  return (newest?.files ?? []).map(({ ending, bytes, sha256 }) => {
    const name = releaseFile(newest?.version ?? '', ending);
    return { name, bytes, sha256, address: redirectFor(configuration, `/dist/${name}`)?.to ?? '' };
  });
}
