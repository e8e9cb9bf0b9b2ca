import * as z from 'zod/mini';
import { type Check, findings, unreachable } from './check.ts';
import { offeredInstallers, findSampleInstallers } from '../release-files.ts';
import { verifyDownload } from '../verify-download.ts';

/** Finds the placeholders that src/shared/site.ts has before the owner names the real ones. */
export const checkPlaceholders: Check = {
  name: 'placeholders',
  run: ({ siteUrl, email, repository, isLocal }) => {
    if (isLocal) return [];
    const { good, wrong } = findings('src/shared/site.ts');
    const placeholders = [
      ...(siteUrl.startsWith('https:') && !siteUrl.endsWith('.example') ? [] : [`url: ${siteUrl}`]),
      ...(email.endsWith('.example') ? [`email: ${email}`] : []),
      // A GitHub account has no dot in its name, so a dot before the slash shows a placeholder.
      ...(/^[^/]*\./.test(repository) ? [`repository: ${repository}`] : []),
    ];
    return placeholders.length > 0
      ? placeholders.map((placeholder) => wrong(`${placeholder} is a placeholder. Replace it.`))
      : [good(`names the site ${siteUrl}, the address ${email} and the repository ${repository}`)];
  },
};

const healthy = z.object({ status: z.literal('ok') });

/** Calls the health check of the deployed site, which includes its database. */
export const checkHealth: Check = {
  name: 'site',
  run: async ({ siteUrl, isLocal }) => {
    const { good, wrong, unchecked } = findings('site');
    if (!isLocal && siteUrl.endsWith('.example')) return [unchecked('its address is a placeholder')];
    try {
      const response = await fetch(`${siteUrl}/api/health`, { signal: AbortSignal.timeout(10_000) });
      const body: unknown = await response.json().catch(() => null);
      return response.ok && healthy.safeParse(body).success
        ? [good(`${siteUrl} and its database answer`)]
        : [
            wrong(
              `${siteUrl}/api/health answers ${String(response.status)}. The function's log says why: docs/operations.md.`,
            ),
          ];
    } catch (error) {
      return [unreachable('site', siteUrl, error, isLocal)];
    }
  },
};

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
    const [sample] = isLocal ? [] : findSampleInstallers(releases);
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
