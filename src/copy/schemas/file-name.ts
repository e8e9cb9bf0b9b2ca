import type { CollectionName } from './collections.ts';

interface Look {
  readonly pattern: RegExp;
  readonly expected: string;
}

/** What the files of a folder are called, without `.md`, where that is seen; other files are named as one likes. */
export const fileNames: Readonly<Partial<Record<CollectionName, Look>>> = {
  // The address of the page.
  pages: {
    pattern: /^[a-z0-9][a-z0-9-]*$/,
    expected: 'lower-case letters, digits and hyphens, such as choirs',
  },
  releases: { pattern: /^\d+\.\d+\.\d+$/, expected: 'the version in three numbers, such as 1.1.0' },
  // The anchor of the feature.
  features: {
    pattern: /^[a-z0-9][a-z0-9.-]*$/,
    expected: 'lower-case letters, digits, hyphens and dots, such as groups',
  },
};

/** The name of a file by its path in its folder; throws a sentence for whoever named it where it cannot be called so. */
export const nameOfFile = (folder: CollectionName, path: string): string => {
  const name = path.replace(/\.md$/, '');
  const look = fileNames[folder];
  if (look && !look.pattern.test(name))
    throw new Error(`src/content/${folder}/${path}: Name the file otherwise. Expected: ${look.expected}.`);
  return name;
};

/** Returns what is wrong with the name of a release's file: named after their versions, no two releases are the same. */
export const releaseNameComplaint = (name: string, version: string): string | undefined =>
  name === version
    ? undefined
    : `The version is ${version}, and the file is not named after it. Name it ${version}.md, or mend the version.`;
