import { exitWith, type CommandResult } from './command-result.ts';
import { offeredInstallers, findSampleInstallers } from './release-files.ts';
import { verifyDownload } from './verify-download.ts';

/** Stops a build for production unless the release storage has the installers that the release files describe. */
export async function checkReleases(folder: string, netlifyToml: string): Promise<CommandResult> {
  const samples = findSampleInstallers(folder);
  if (samples.length > 0)
    return failure('These are sizes of sample files, not of installers; see docs/content.md:', samples);
  const installers = offeredInstallers(folder, netlifyToml);
  const differences = await Promise.all(
    installers.map(async (installer) => {
      const difference = await verifyDownload(installer.address, installer);
      return difference === null ? [] : [`${installer.name} ${difference}`];
    }),
  );
  if (differences.flat().length === 0) return { code: 0, text: 'The installers match their release file.' };
  return failure(
    'The release storage does not have the installers of the release file; see docs/content.md:',
    differences.flat(),
  );
}

function failure(heading: string, lines: readonly string[]): CommandResult {
  return { code: 1, text: [heading, ...lines.map((line) => `  ${line}`)].join('\n') };
}

if (import.meta.main) exitWith(await checkReleases('src/content/releases', 'netlify.toml'));
