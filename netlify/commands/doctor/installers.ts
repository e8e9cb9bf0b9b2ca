import { smallestInstaller } from '../check-releases.ts';
import { offeredInstallers, type OfferedInstaller } from '../offered-installers.ts';
import { verifyDownload } from '../verify-download.ts';
import { about, type Check, type Finding } from './check.ts';

const { good, wrong, unchecked } = about('checksums');

/** Downloads the offered installers and compares their SHA-256. `checkReleases` has looked for them and their sizes. */
export const checkInstallers: Check = {
  name: 'checksums',
  timeoutMs: 200_000,
  run: async ({ releases, netlifyToml, isLocal }) => {
    const installers = offeredInstallers(releases, netlifyToml).filter(({ address }) => isStorage(address));
    const real = installers.filter(({ bytes }) => isLocal || bytes >= smallestInstaller);
    return (await Promise.all(real.map(examine))).flat();
  },
};

const isStorage = (address: string): boolean =>
  URL.canParse(address) && !new URL(address).hostname.endsWith('.example');

async function examine({ name, address, ...promised }: OfferedInstaller): Promise<Finding[]> {
  const verdict = await verifyDownload(address, promised);
  if (verdict.state === 'same') return [good(`${name} has the SHA-256 of the release file`)];
  if (verdict.state === 'unreadable') return [unchecked(`${name} ${verdict.reason}`)];
  return verdict.reason.includes('SHA-256')
    ? [
        wrong(
          `${name} ${verdict.reason}. Put the file there again, or mend sha256; docs/content.md tells how.`,
        ),
      ]
    : [];
}
