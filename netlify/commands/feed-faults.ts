import { isSignedBy } from '../../src/server/money/licenses/signing-key.ts';
import { appcastXml, availableReleases, releasesJson } from '../../src/sharing/update-feeds.ts';
import type { OfferedRelease } from './release-files.ts';

/**
 * Returns a line for each installer without a signature, and for each update feed without a valid one. The releases are sorted, newest
 * first. The signature of the manifest covers the checksums and the signatures of the installers. `keys`: public keys by id.
 */
export function feedFaults(releases: readonly OfferedRelease[], keys: ReadonlyMap<string, string>): string[] {
  const available = availableReleases(releases);
  const isSigned = (content: string, signature = '') =>
    [...keys.values()].some((key) => isSignedBy(key, content, signature));
  const unsignedFiles = available.flatMap(({ name, files }) =>
    files
      .filter(({ signature }) => signature === undefined)
      .map(({ ending }) => `${name}: ${ending} has no signature`),
  );
  return [
    ...unsignedFiles,
    ...(isSigned(appcastXml(releases), releases[0]?.['appcast-signature'])
      ? []
      : ['/appcast.xml is not signed as it is']),
    ...(isSigned(releasesJson(releases), releases[0]?.['manifest-signature'])
      ? []
      : ['/releases.json is not signed as it is']),
  ];
}
