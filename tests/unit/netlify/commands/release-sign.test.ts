import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { feedFaults } from '../../../../netlify/commands/feed-faults.ts';
import { publishedReleases } from '../../../../netlify/commands/release-files.ts';
import { signRelease } from '../../../../netlify/commands/release-sign.ts';
import { createSigningKey } from '../../../../netlify/commands/create-signing-key.ts';
import { isSignedBy, readSigningKey } from '../../../../src/server/money/licenses/signing-key.ts';
import { releaseFile } from '../../../../src/shared/release-file.ts';
import { trustedKeys } from '../../../../src/shared/signing-keys.ts';
import {
  appcastXml,
  availableReleases,
  releasesJson,
  signedAppcast,
} from '../../../../src/sharing/update-feeds.ts';
import { offeredReleases } from '../../../offered-releases.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { releaseText } from './release-text.ts';

const folder = temporaryFolder();
const inFolder = (name: string) => path.join(folder, name);
const installer = Buffer.from('an installer, '.repeat(100));
let keys: ReadonlyMap<string, string>;

// A release is signed as docs/content.md says, with a key of its own.
beforeAll(async () => {
  writeFileSync(inFolder('keys.json'), '{"licenses":[],"releases":[]}');
  const created = await createSigningKey('releases', inFolder('keys.json'));
  writeFileSync(inFolder('release.key'), created.text.split('\n').at(-1) ?? '');
  const { id, publicKey } = readSigningKey(readFileSync(inFolder('release.key'), 'utf8'));
  keys = new Map([[id, publicKey]]);
  for (const version of ['1.0.0', '1.1.0', '1.1.1'])
    writeFileSync(inFolder(`${version}.md`), releaseText({ version }));
  for (const version of ['1.0.0', '1.1.0', '1.1.1']) {
    writeFileSync(inFolder(releaseFile(version, 'mac.zip')), installer);
    const names = [inFolder(`${version}.md`), folder, inFolder('release.key')];
    const noBill = version === '1.1.1' ? [] : ([() => Promise.resolve('')] as const);
    expect(await signRelease(names, ...noBill)).toMatchObject({ code: 0 });
  }
});

describe('a signed release', () => {
  test('has no fault, until its day, its file or its key is another', () => {
    const releases = publishedReleases(folder);
    expect(feedFaults(releases, keys)).toEqual([]);
    const [newest, ...older] = releases;
    if (!newest) throw new Error('There is a release.');
    const changes = [
      { date: new Date('2030-01-01T00:00:00Z') },
      { files: newest.files.map((file) => ({ ...file, sha256: '0'.repeat(64) })) },
      { files: newest.files.map((file) => ({ ...file, bytes: file.bytes + 1 })) },
    ];
    for (const change of changes)
      expect(feedFaults([{ ...newest, ...change }, ...older], keys)).not.toEqual([]);
    expect(feedFaults(releases, new Map())).toHaveLength(2);
    expect(feedFaults(older, keys)).toHaveLength(2);
  });

  test('comes with a software bill of materials', () => {
    const bill = JSON.parse(readFileSync(inFolder('Kithbook-1.1-sbom.json'), 'utf8')) as object;
    const component = { purl: expect.stringMatching('^pkg:npm/kithbook-site@') as string };
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component } });
  });

  test('is refused after each change of one byte of installer, feed or manifest', () => {
    const [newest] = publishedReleases(folder);
    const [key = ''] = keys.values();
    const signed = [
      [installer, newest?.files[0]?.signature],
      [Buffer.from(appcastXml(publishedReleases(folder))), newest?.['appcast-signature']],
      [Buffer.from(releasesJson(publishedReleases(folder))), newest?.['manifest-signature']],
    ] as const;
    for (const [content, signature = ''] of signed) {
      expect(isSignedBy(key, content, signature)).toBe(true);
      const accepted = Array.from({ length: 350 }, (_, index) => {
        const altered = Buffer.from(content);
        const at = (index * 7) % altered.length;
        altered[at] = (altered[at] ?? 0) ^ (1 << (index % 8));
        return isSignedBy(key, altered, signature);
      });
      expect(accepted).not.toContain(true);
    }
  });
});

test('the feeds have the newest patch of each version, because its installers replace the earlier ones', () => {
  const versions = availableReleases(publishedReleases(folder)).map(({ version }) => version);
  expect(versions).toEqual(['1.1.1', '1.0.0']);
});

test('the releases of this site are signed', () => {
  expect(feedFaults(offeredReleases, trustedKeys('releases', { allowsLocal: true }))).toEqual([]);
});

// https://sparkle-project.org/documentation/publishing/ and https://github.com/vslavik/winsparkle/wiki/Appcast
describe('the feed has the fields that Sparkle 2 and WinSparkle ask for', () => {
  const appcast = appcastXml(offeredReleases);
  const items = appcast.match(/<item>[\s\S]*?<\/item>/g) ?? [];
  const attribute = (item: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(item)?.[1];

  test('a version and a minimum of the system in each item, and an item for each system', () => {
    for (const item of items) {
      expect(item).toMatch(/<sparkle:version>\d+\.\d+\.\d+<\/sparkle:version>/);
      expect(item).toMatch(/<sparkle:minimumSystemVersion>\d+\.\d+<\/sparkle:minimumSystemVersion>/);
    }
    const systems = items.map((item) => attribute(item, 'sparkle:os'));
    expect([...new Set(systems)].sort()).toEqual(['macos', 'windows']);
  });

  test('an enclosure with an https address, a length, a type and a signature of 64 bytes', () => {
    for (const item of items) {
      expect(attribute(item, 'url')).toMatch(/^https:\/\//);
      expect(attribute(item, 'length')).toMatch(/^[1-9]\d*$/);
      expect(attribute(item, 'type')).toBe('application/octet-stream');
      expect(Buffer.from(attribute(item, 'sparkle:edSignature') ?? '', 'base64')).toHaveLength(64);
    }
  });

  test('its own signature in a last comment, with the number of signed bytes', () => {
    const signature = offeredReleases[0]?.['appcast-signature'] ?? '';
    const feed = signedAppcast(appcast, signature);
    const trailer = /<!-- sparkle-signatures:\nedSignature: (\S{88})\nlength: (\d+)\n-->\n$/.exec(feed);
    expect(trailer?.[1]).toBe(signature);
    expect(Number(trailer?.[2])).toBe(Buffer.byteLength(feed.slice(0, trailer?.index)));
  });
});
