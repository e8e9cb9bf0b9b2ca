import { offeredInstallers, sampleFigures } from '../release-files.ts';
import { verifyDownload } from '../verify-download.ts';
import { type Check, findings } from './check.ts';

/** Downloads the offered installers, and compares their sizes and checksums with the release file. */
export const checkReleases: Check = {
  name: 'releases',
  timeoutMs: 200_000,
  run: async ({ netlifyToml, releases, isLocal }) => {
    const { good, wrong, unchecked } = findings('releases');
    const installers = offeredInstallers(releases, netlifyToml);
    const [first] = installers;
    if (!first) return [wrong('no release offers a file. See docs/content.md.')];
    const storage = URL.parse(first.address);
    if (!storage) return [wrong('netlify.toml has no rule that leads /dist/* to the storage. Restore it.')];
    if (storage.hostname.endsWith('.example'))
      return [
        isLocal
          ? unchecked('the local stack serves sample files')
          : wrong('netlify.toml leads /dist/* to a placeholder. Put the host of the installers there.'),
      ];
    const [sample] = isLocal ? [] : sampleFigures(releases);
    if (sample) return [wrong(`${sample} is the size of a sample file. See docs/content.md.`)];
    return Promise.all(
      installers.map(async (installer) => {
        const { name, address } = installer;
        const difference = await verifyDownload(address, installer);
        return difference === null
          ? good(`${name} has the size and SHA-256 of the release file`)
          : wrong(`${name} ${difference}. Upload it again, or correct the release file: docs/content.md.`);
      }),
    );
  },
};
