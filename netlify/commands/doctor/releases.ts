import { newestFirst, releaseFile } from '../../../src/shared/release-file.ts';
import { readConfiguration, redirectFor } from '../../../stack/netlify/configuration.ts';
import { sampleFigures } from '../check-releases.ts';
import { readReleases } from '../read-releases.ts';
import { about, type Check, type Finding } from './check.ts';
import { whyOf } from './why.ts';

const { good, wrong, unchecked } = about('release storage');
const timeLimit = 10_000;

interface ReleaseFile {
  readonly name: string;
  readonly bytes: number;
}

/** The files of a folder's newest release, which the pages offer. An older one's may have given way to them. */
const filesOf = (folder: string): ReleaseFile[] => {
  const [newest] = readReleases(folder).sort((a, b) => newestFirst(a.version, b.version));
  const { version = '', files = [] } = newest ?? {};
  return files.map(({ ending, bytes }) => ({ name: releaseFile(version, ending), bytes }));
};

const examineFile = async (address: string, { name, bytes }: ReleaseFile): Promise<Finding> => {
  try {
    const { status, headers } = await fetch(address, {
      method: 'HEAD',
      signal: AbortSignal.timeout(timeLimit),
    });
    if (status !== 200)
      return wrong(`${name} answers ${String(status)}. Put it there, or mark its release as a draft.`);
    const length = headers.get('content-length');
    if (length === null) return unchecked(`the storage does not tell the size of ${name}`);
    if (Number(length) === bytes && !headers.has('last-modified'))
      return unchecked(`the storage does not tell when ${name} was published, so /download does not, either`);
    return Number(length) === bytes
      ? good(`${name} is there, with the size that the page says`)
      : wrong(
          `${name} has ${length} bytes, and the page says ${String(bytes)}. docs/content.md tells how to ask size and sum.`,
        );
  } catch (error) {
    return wrong(
      `${name} cannot be reached (${whyOf(error)}). Is there a network, and is the host in netlify.toml right?`,
    );
  }
};

/** Whether visitors get the installers that the download page promises. */
export const checkReleases: Check = {
  name: 'release storage',
  run: async ({ netlifyToml, releases, isLocal }) => {
    const configuration = readConfiguration(netlifyToml);
    const addressOf = (name: string): string => redirectFor(configuration, `/dist/${name}`)?.to ?? '';
    const storage = addressOf('');
    if (!URL.canParse(storage)) return [wrong('netlify.toml does not lead /dist/* to it. Restore the rule.')];
    if (new URL(storage).hostname.endsWith('.example'))
      return [
        isLocal
          ? unchecked('the local stack serves sample files in its place')
          : wrong('netlify.toml leads /dist/* to a placeholder. Put the host of the installers there.'),
      ];
    const files = filesOf(releases);
    if (files.length === 0)
      return [wrong('no release offers a file. docs/content.md tells how to make one.')];
    const [sample] = isLocal ? [] : sampleFigures(releases);
    return [
      ...(sample === undefined
        ? []
        : [
            wrong(
              `${sample} is the figure of a sample file. docs/content.md tells how to make the real ones.`,
            ),
          ]),
      ...(await Promise.all(files.map((file) => examineFile(addressOf(file.name), file)))),
    ];
  },
};
