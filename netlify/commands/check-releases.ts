import { exitWith, type CommandResult } from './command-result.ts';
import { trustedKeys } from '../../src/shared/signing-keys.ts';
import { feedFaults } from './feed-faults.ts';
import { offeredInstallers, findSampleInstallers, offeredSbom, publishedReleases } from './release-files.ts';
import { verifyDownload } from './verify-download.ts';

/**
 * Stops a build for production unless the releases are signed, and the release storage has the installers that the release files
 * describe.
 */
export async function checkReleases(
  folder: string,
  netlifyToml: string,
  keys = trustedKeys('releases', { allowsLocal: false }),
  licenseKeys = trustedKeys('licenses', { allowsLocal: false }),
): Promise<CommandResult> {
  const samples = findSampleInstallers(folder);
  if (samples.length > 0)
    return failure('These are sizes of sample files, not of installers; see docs/content.md:', samples);
  const faults = feedFaults(publishedReleases(folder), keys);
  if (licenseKeys.size === 0)
    faults.push('src/shared/signing-keys.json has no key of licenses: npm run license:key');
  if (faults.length > 0)
    return failure('Sign the release with npm run release:sign; see docs/content.md:', faults);
  const installers = offeredInstallers(folder, netlifyToml);
  const differences = await Promise.all(
    installers.map(async (installer) => {
      const difference = await verifyDownload(installer.address, installer);
      return difference === null ? [] : [`${installer.name} ${difference}`];
    }),
  );
  const missing = [...differences.flat(), ...(await sbomFaults(offeredSbom(folder, netlifyToml)))];
  if (missing.length === 0) return { code: 0, text: 'The installers match their release file.' };
  return failure('The release storage does not have the files of the release; see docs/content.md:', missing);
}

/** Returns the faults of the software bill of materials at an address. */
async function sbomFaults({ name, address }: { readonly name: string; readonly address: string }) {
  const content: unknown = await fetch(address, { signal: AbortSignal.timeout(30_000) })
    .then((response) => response.json())
    .catch(() => null);
  const isBill = (content as { bomFormat?: unknown } | null)?.bomFormat === 'CycloneDX';
  return isBill ? [] : [`${name} is no software bill of materials`];
}

function failure(heading: string, lines: readonly string[]): CommandResult {
  return { code: 1, text: [heading, ...lines.map((line) => `  ${line}`)].join('\n') };
}

if (import.meta.main) exitWith(await checkReleases('src/content/releases', 'netlify.toml'));
