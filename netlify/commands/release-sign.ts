import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readSigningKey, type SigningKey, signWith } from '../../src/server/money/licenses/signing-key.ts';
import { releaseFile } from '../../src/shared/release-file.ts';
import { appcastXml, releasesJson } from '../../src/sharing/update-feeds.ts';
import { type CommandResult, exitWith, failureResult } from './command-result.ts';
import { publishedReleases, readRelease, sbomName } from './release-files.ts';

const usage =
  'Name the release, the folder with its installers, and the file with the key: npm run release:sign -- src/content/releases/1.1.0.md ../installers ~/kithbook-release.key';

/**
 * `npm run release:sign`: writes size, checksum and signature of each installer into the release file, and the signatures of the
 * update feeds into the newest release. Writes the software bill of materials into the folder of the installers. It runs on the
 * releasing person's computer, so the key never reaches a server.
 */
export async function signRelease(
  [file, installers, keyFile, ...rest]: readonly string[],
  makeBill = billOfMaterials,
): Promise<CommandResult> {
  if (file === undefined || installers === undefined || keyFile === undefined || rest.length > 0)
    return { code: 2, text: usage };
  try {
    const key = readSigningKey(await readFile(keyFile, 'utf8'));
    const folder = path.dirname(file);
    const release = readRelease(folder, path.basename(file));
    let text = await readFile(file, 'utf8');
    for (const { ending } of release.files) {
      const installer = await readFile(path.join(installers, releaseFile(release.version, ending)));
      text = withInstaller(text, ending, installer, key);
    }
    await writeFile(file, text);
    const newest = await signFeeds(folder, key);
    const sbom = sbomName(release.version);
    await writeFile(path.join(installers, sbom), await makeBill());
    return {
      code: 0,
      text: `${path.basename(file)} has the signatures of its installers, and ${newest} those of the update feeds. Upload the installers and ${sbom} to the release storage, then commit.`,
    };
  } catch (error) {
    return failureResult(error);
  }
}

/** Signs the feeds of all published releases, and returns the file that has their signatures: that of the newest release. */
async function signFeeds(folder: string, key: SigningKey): Promise<string> {
  const releases = publishedReleases(folder);
  const name = releases[0]?.name ?? '';
  const text = await readFile(path.join(folder, name), 'utf8');
  const lines = [
    `appcast-signature: '${signWith(key, appcastXml(releases))}'`,
    `manifest-signature: '${signWith(key, releasesJson(releases))}'`,
  ];
  await writeFile(path.join(folder, name), withFeedSignatures(text, lines));
  return name;
}

/** Replaces the figures and the signature of the installer with this ending. */
export function withInstaller(text: string, ending: string, installer: Uint8Array, key: SigningKey): string {
  const sha256 = createHash('sha256').update(installer).digest('hex');
  const figures = [
    `    bytes: ${String(installer.byteLength)}`,
    `    sha256: '${sha256}'`,
    `    signature: '${signWith(key, installer)}'`,
  ];
  const entries = /^ {2}- [^\n]*\n(?: {4}[^\n]*\n)*/gm;
  return text.replaceAll(entries, (entry) => {
    const lines = entry.trimEnd().split('\n');
    if (!lines.some((line) => line.trim() === `ending: ${ending}`)) return entry;
    const kept = lines.filter((line) => !/^ {4}(bytes|sha256|signature):/.test(line));
    return `${[...kept, ...figures].join('\n')}\n`;
  });
}

/** Puts the signatures of the feeds at the end of the fields of a release file. */
function withFeedSignatures(text: string, signatures: readonly string[]): string {
  const [, fields = '', body = ''] = /^---\n([\s\S]*?\n)---([\s\S]*)$/.exec(text) ?? [];
  const kept = fields
    .split('\n')
    .filter((line) => line !== '' && !/^(appcast|manifest)-signature:/.test(line));
  return `---\n${[...kept, ...signatures].join('\n')}\n---${body}`;
}

/** Returns the software bill of materials in the format of CycloneDX, as npm makes it from package-lock.json. */
async function billOfMaterials(): Promise<string> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const { stdout } = await promisify(execFile)('npm', args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

if (import.meta.main) exitWith(await signRelease(process.argv.slice(2)));
