import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkLicense, readLicense } from '../../../src/server/money/licenses/check-license.ts';
import { inProject } from '../../../stack/paths.ts';
import { licenseVectors, revokedId, vectorKeys } from '../../license-vectors.ts';
import { randomRuns } from '../../seed.ts';

const file = inProject('docs/license-format/vectors.json');
const keys = new Map(vectorKeys.map(({ id, publicKey }) => [id, publicKey]));

function answerOf(text: Uint8Array, releasedOn: string) {
  return checkLicense(text, { product: 'Kithbook', keys, revokedIds: new Set([revokedId]), releasedOn });
}

describe('licenses', () => {
  test('the published vectors are those of the code; RECORD_VECTORS=1 writes them', () => {
    const content = {
      product: 'Kithbook',
      keys: Object.fromEntries(keys),
      revoked_ids: [revokedId],
      vectors: licenseVectors(),
    };
    if (process.env.RECORD_VECTORS) writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(content);
  });

  test('each vector gets its answer', () => {
    const vectors = licenseVectors();
    expect(vectors).toHaveLength(200);
    expect(
      vectors.map(({ name, text, released_on: day }) => [name, answerOf(Buffer.from(text), day)]),
    ).toEqual(vectors.map(({ name, answer }) => [name, answer]));
  });

  test('an altered byte is accepted only if the license still reads the same', () => {
    const original = Buffer.from(licenseVectors()[0]?.text ?? '');
    const change = fc.record({
      at: fc.nat(original.length - 1),
      removed: fc.nat(2),
      added: fc.uint8Array({ maxLength: 2 }),
    });
    fc.assert(
      fc.property(change, ({ at, removed, added }) => {
        const altered = Buffer.concat([original.subarray(0, at), added, original.subarray(at + removed)]);
        if (answerOf(altered, '2026-12-24') === 'valid')
          expect(readLicense(altered)).toEqual(readLicense(original));
      }),
      randomRuns(2000, 1_000_000),
    );
  });
});
