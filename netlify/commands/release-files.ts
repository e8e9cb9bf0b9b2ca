import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod/mini';
import { parseFrontmatter } from '../../src/copy/parse-file.ts';
import { releaseSchema } from '../../src/copy/schemas/entries.ts';
import { newestFirst, releaseFile } from '../../src/shared/release-file.ts';
import { readConfiguration, findRedirect } from '../../stack/netlify/configuration.ts';
import type { InstallerFigures } from './verify-download.ts';

/** An offered release. `name` is the name of its file, `1.0.0.md`. */
export interface OfferedRelease extends z.infer<typeof releaseSchema> {
  readonly name: string;
}

/** Returns the releases of a folder that are not drafts, newest first. Throws an Error that names the file and the field. */
export function publishedReleases(folder: string): OfferedRelease[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readRelease(folder, name))
    .filter(({ draft }) => !draft)
    .sort((a, b) => newestFirst(a.version, b.version));
}

/** Reads a release file. Throws an Error that names the file and the field. */
export function readRelease(folder: string, name: string): OfferedRelease {
  const { data, error } = releaseSchema.safeParse(
    parseFrontmatter(readFileSync(path.join(folder, name), 'utf8')).fields,
  );
  if (data) return { ...data, name };
  const faults = error.issues.map(({ path: field, message }) => `${field.join('.')} ${message}`);
  throw new Error(`${name}: ${faults.join('; ')}`);
}

/** Returns the name of a release's software bill of materials in the release storage. */
export function sbomName(version: string): string {
  return releaseFile(version, 'sbom.json');
}

/** An installer on the download page. */
export interface OfferedInstaller extends InstallerFigures {
  readonly name: string;
  /** Address in the release storage. Empty if netlify.toml has no rule for /dist/*. */
  readonly address: string;
}

/** Returns the installers of the newest release. Installers of older releases may have been replaced. */
export function offeredInstallers(folder: string, netlifyToml: string): OfferedInstaller[] {
  const configuration = readConfiguration(netlifyToml);
  const [newest] = publishedReleases(folder);
  return (newest?.files ?? []).map(({ ending, bytes, sha256 }) => {
    const name = releaseFile(newest?.version ?? '', ending);
    return { name, bytes, sha256, address: findRedirect(configuration, `/dist/${name}`)?.to ?? '' };
  });
}

/** Returns the software bill of materials of the newest release. */
export function offeredSbom(folder: string, netlifyToml: string) {
  const name = sbomName(publishedReleases(folder)[0]?.version ?? '');
  return { name, address: findRedirect(readConfiguration(netlifyToml), `/dist/${name}`)?.to ?? '' };
}

export const MIN_INSTALLER_BYTES = 1_000_000;

/**
 * Returns the installers that still have the sizes of the sample files, as `1.0.0.md: 81 bytes`. The repository starts with
 * the sizes and checksums of the local sample files, which must not reach production.
 */
export function findSampleInstallers(folder: string): string[] {
  return publishedReleases(folder).flatMap(({ name, files }) =>
    files
      .filter(({ bytes }) => bytes < MIN_INSTALLER_BYTES)
      .map(({ bytes }) => `${name}: ${String(bytes)} bytes`),
  );
}
