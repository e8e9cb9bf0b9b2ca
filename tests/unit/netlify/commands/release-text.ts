import { createHash } from 'node:crypto';

/** The checksum of the 81 bytes that tests serve as an installer. */
const sumOfX = createHash('sha256').update('x'.repeat(81)).digest('hex');

interface ReleaseFields {
  readonly version: string;
  readonly ending?: string;
  readonly bytes?: number;
  readonly sha256?: string;
  readonly draft?: boolean;
}

/** The Markdown of a release that offers one file. */
export const releaseText = ({
  version,
  ending = 'mac.zip',
  bytes = 81,
  sha256 = sumOfX,
  draft = false,
}: ReleaseFields): string => `---
version: '${version}'
date: 2025-08-15
features:
  - All of it
files:
  - system: Mac
    kind: ZIP
    bytes: ${String(bytes)}
    ending: ${ending}
    sha256: '${sha256}'
draft: ${String(draft)}
---

A release.
`;
