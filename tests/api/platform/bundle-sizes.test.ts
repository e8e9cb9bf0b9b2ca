import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProject } from '../../stack/paths.ts';
import { sharedFunctions } from '../../stack/shared-build.ts';
import { bytesOf, chunkOf, loadedWith } from './bundle-weight.ts';

const names = (await readdir(inProject('netlify/functions'))).map((file) => path.basename(file, '.ts'));

/** Kilobytes of code that a group of routes begins with at most; from 222 on with the schemas' library. */
const firstCalls = {
  health: 169,
  accounts: 222,
  referral: 223,
  'public-profile': 224,
  audit: 226,
  'sign-up': 231,
  'user-profiles': 236,
  'affiliate-admin': 247,
  customers: 242,
  statements: 243,
  track: 251,
  affiliates: 249,
  payouts: 254,
  webhook: 260,
  'purchase-admin': 259,
};

/** Kilobytes of its own at most, of what some of those calls load once they need it. */
const laterParts = {
  'common-passwords': 25,
  'paypal-client': 11,
  'paypal-reporting': 7,
  'reset-codes': 5,
  'sign-in-service': 5,
};

const built = await sharedFunctions();

const api = () => path.join(built, 'api.mjs');

describe('without the identity provider’s library', () => {
  test.each(names)('%s begins with at most 167 KB of code, the look-up of a code included', async (name) => {
    expect(bytesOf(await loadedWith(path.join(built, `${name}.mjs`))).plain).toBeLessThanOrEqual(167_000);
  });

  test('every group of routes has its bound', async () => {
    const source = await readFile(inProject('src/server/routes/routes.ts'), 'utf8');
    const groups = [...source.matchAll(/import\('\.\/([\w-]+)\.ts'\)/g)].map(([, group]) => group);
    expect(Object.keys(firstCalls).sort()).toEqual(groups.sort());
  });

  test.each(Object.entries(firstCalls))(
    'the routes of %s begin with at most %d KB of code, the database’s driver included, and a third of that once compressed',
    async (group, most) => {
      const taken = await loadedWith(api(), await chunkOf(built, group));
      expect([...taken.values()].join('')).toContain('Neon-Connection-String');
      const { plain, packed } = bytesOf(taken);
      expect(plain).toBeLessThanOrEqual(most * 1_000);
      expect(packed).toBeLessThanOrEqual((most * 1_000) / 3);
    },
  );

  test.each(Object.keys(firstCalls))(
    'the routes of %s are one file beside the core, and those of packages that they take',
    async (group) => {
      const core = await loadedWith(api());
      const begun = await loadedWith(api(), await chunkOf(built, group));
      expect(begun.size - core.size).toBeLessThanOrEqual(group === 'health' ? 1 : 4);
    },
  );

  test.each(Object.entries(laterParts))('%s comes later, with at most %d KB', async (part, most) => {
    const begun = await loadedWith(api(), await chunkOf(built, 'track'));
    const chunk = await chunkOf(built, part);
    expect(begun.has(chunk)).toBe(false);
    const own = new Map([...(await loadedWith(chunk))].filter(([file]) => !begun.has(file)));
    expect(bytesOf(own).plain).toBeLessThanOrEqual(most * 1_000);
  });

  test.each(['track', 'webhook'])(
    'a purchase that is settled by %s takes at most 270 KB in all, the payment provider’s client included',
    async (group) => {
      const chunks = await Promise.all([group, 'paypal-client'].map((part) => chunkOf(built, part)));
      expect(bytesOf(await loadedWith(api(), ...chunks)).plain).toBeLessThanOrEqual(270_000);
    },
  );
});
