/** A section of a page. */
export const text = 'type: text\nheading: A heading\ntext: Some words.';

/** Returns a valid page. `section` and `head` are YAML. */
export function page(section: string, { head = '', body = '' } = {}): string {
  return `---
title: A page on the side
description: A page that is written for a test and says nothing that anybody would ever look for.
${head}
sections:
  - type: opening
    heading: A page on the side
    lede: It says nothing.
  - ${section.replaceAll('\n', '\n    ')}
---
${body}
`;
}

/** Returns a release. `head` is YAML, and may hold the date. */
export function release(head: string, version = '97.31.0'): string {
  return `---
version: '${version}'
${head}
features:
  - A feature of a later day
files:
  - system: Mac
    kind: ZIP
    ending: mac.zip
    bytes: 1
    sha256: '${'0'.repeat(64)}'
---
`;
}
