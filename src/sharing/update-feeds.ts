import { dayOf } from '../shared/dates.ts';
import { requirements } from '../shared/plans.ts';
import { releaseFile, shortVersion } from '../shared/release-file.ts';
import { site } from '../shared/site.ts';
import { addressOf, escapeMarkup } from './links.ts';

/** A release as its file describes it. */
export interface SignedRelease {
  readonly version: string;
  readonly date: Date;
  readonly files: readonly ReleaseInstaller[];
}

interface ReleaseInstaller {
  readonly system: 'Mac' | 'Windows';
  readonly kind: string;
  readonly ending: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Ed25519 over the bytes of the installer, in base64. */
  readonly signature?: string | undefined;
}

/**
 * Returns /appcast.xml without its signature: the feed in which the program finds new versions, for Sparkle 2 (macOS) and
 * WinSparkle. Each system reads the items that are for it. It has only facts that stay as they are, so that an edited text
 * needs no new signature. `releases` are all releases, newest first.
 */
export function appcastXml(releases: readonly SignedRelease[]): string {
  const items = availableReleases(releases).flatMap(appcastItems);
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sparkle="http://www.andymatuschak.org/xml-namespaces/sparkle">
  <channel>
    <title>${escapeMarkup(site.product)}</title>
    <link>${addressOf('/appcast.xml')}</link>
    <description>New versions of ${escapeMarkup(site.product)}</description>
    <language>en</language>
${items.join('')}  </channel>
</rss>
`;
}

/** Returns an item for each system. The program updates itself with the first file of its system. */
function appcastItems({ version, date, files }: SignedRelease): readonly string[] {
  return requirements.platforms.flatMap(({ name, minimum, appcastName }) => {
    const file = files.find(({ system }) => system === name);
    if (!file) return [];
    return `    <item>
      <title>${escapeMarkup(site.product)} ${version}</title>
      <link>${addressOf('/release-notes')}</link>
      <pubDate>${date.toUTCString()}</pubDate>
      <sparkle:version>${version}</sparkle:version>
      <sparkle:minimumSystemVersion>${minimum}</sparkle:minimumSystemVersion>
      <enclosure url="${addressOf(`/dist/${releaseFile(version, file.ending)}`)}" length="${String(file.bytes)}" type="application/octet-stream" sparkle:os="${appcastName}" sparkle:edSignature="${file.signature ?? ''}"/>
    </item>
`;
  });
}

/** Returns /appcast.xml with its signature in the form that Sparkle 2.9 checks: a comment after the signed bytes. */
export function signedAppcast(appcast: string, signature: string): string {
  const length = String(new TextEncoder().encode(appcast).length);
  return `${appcast}<!-- sparkle-signatures:\nedSignature: ${signature}\nlength: ${length}\n-->\n`;
}

/**
 * Returns /releases.json: the newest patch of each version with its files, for the program and for people who check a file by hand.
 * `covered_on` is the day that a license must cover: that of the version's first release, so that a patch is for everybody who has
 * the version. `releases` are all releases, newest first.
 */
export function releasesJson(releases: readonly SignedRelease[]): string {
  const list = availableReleases(releases).map(({ version, date, files }) => ({
    version,
    released_on: dayOf(date),
    covered_on: dayOf(firstDate(releases, version)),
    files: files.map(({ system, kind, ending, bytes, sha256, signature }) => ({
      system,
      kind,
      url: addressOf(`/dist/${releaseFile(version, ending)}`),
      bytes,
      sha256,
      signature,
    })),
  }));
  return `${JSON.stringify({ product: site.product, releases: list }, null, 2)}\n`;
}

/** Returns the day of the first release of a version: of 1.1.0 for 1.1.3. */
function firstDate(releases: readonly SignedRelease[], version: string): Date {
  const dates = releases
    .filter((release) => shortVersion(release.version) === shortVersion(version))
    .map(({ date }) => date.getTime());
  return new Date(Math.min(...dates));
}

/**
 * Returns the releases whose installers are still there: the newest patch of each version. The installers of 1.1.1 have replaced those
 * of 1.1.0. Releases must be sorted newest first.
 */
export function availableReleases<Release extends SignedRelease>(
  releases: readonly Release[],
): readonly Release[] {
  const names = (release: Release) => release.files.map(({ ending }) => releaseFile(release.version, ending));
  return releases.filter((release, index) => {
    const taken = new Set(releases.slice(0, index).flatMap(names));
    return !names(release).some((name) => taken.has(name));
  });
}
