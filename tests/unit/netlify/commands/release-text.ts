interface Told {
  readonly version: string;
  readonly ending?: string;
  readonly bytes?: number;
  readonly draft?: boolean;
}

/** The Markdown of a release that offers one file. */
export const releaseText = ({ version, ending = 'mac.zip', bytes = 81, draft = false }: Told): string => `---
version: '${version}'
date: 2025-08-15
features:
  - All of it
files:
  - system: Mac
    kind: ZIP
    bytes: ${String(bytes)}
    ending: ${ending}
    sha256: '${'a'.repeat(64)}'
draft: ${String(draft)}
---

A release.
`;
