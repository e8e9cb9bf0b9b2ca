import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { inProject } from '../../stack/paths.ts';

const names = z.record(z.string(), z.string());
const packageFile = z.object({
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  overrides: names,
});
const license = z.string().default('said in a file').catch('said in a file');
const lockFile = z.object({ packages: z.record(z.string(), z.object({ license })) });

const readJson = (file: string): unknown => JSON.parse(readFileSync(inProject(file), 'utf8'));
const declared = packageFile.parse(readJson('package.json'));

const page = readFileSync(inProject('docs/dependencies.md'), 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
);

interface Row {
  readonly packages: readonly string[];
  readonly license: string;
  readonly why: string;
}

const rowsOf = (section: string): Row[] =>
  [...(sections.get(section) ?? '').matchAll(/^\| (`.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, packages = '', licenseName = '', why = '']) => ({
      packages: packages.split(', ').map((name) => name.replaceAll('`', '')),
      license: licenseName,
      why,
    }),
  );

const tables = {
  'The site': declared.dependencies,
  'Build, checks and tests': declared.devDependencies,
  Platforms: declared.optionalDependencies,
  Overrides: declared.overrides,
};

describe('docs/dependencies.md', () => {
  test.each(Object.entries(tables))(
    'lists exactly the packages of package.json with a reason: %s',
    (section, dependencies) => {
      const rows = rowsOf(section);
      expect(rows.flatMap((row) => row.packages).sort()).toEqual(Object.keys(dependencies).sort());
      for (const { packages, why } of rows) expect(why.length, packages.join()).toBeGreaterThan(7);
    },
  );
});

test('every version is exact, and npm saves exact versions', () => {
  for (const [name, version] of Object.values(tables).flatMap((dependencies) => Object.entries(dependencies)))
    expect(version, name).toMatch(/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+$/);
  expect(readFileSync(inProject('.npmrc'), 'utf8')).toContain('save-exact=true');
});

/** The packages of all platforms, with their licenses in the lock file. */
const installed = Object.entries(lockFile.parse(readJson('package-lock.json')).packages)
  .filter(([place]) => place !== '')
  .map(([place, { license: named }]) => ({ name: place.replace(/^.*node_modules\//, ''), license: named }));

const allowed = /Allowed[^:]*: ([^.]+(?:\.\d[^.]*)*)\./
  .exec(sections.get('Licenses')?.replaceAll('\n', ' ') ?? '')?.[1]
  ?.split(/,\s*/);

const exceptions = rowsOf('Licenses');

/** True if a name matches a pattern such as `lightningcss-*`. */
const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** True if an expression such as `(MIT OR Apache-2.0)` has a choice whose licenses are all allowed. */
const isAllowed = (found: string): boolean => {
  const choice = found.replaceAll(/[()]/g, '').split(' OR ');
  return choice.some((one) => one.split(' AND ').every((part) => allowed?.includes(part)));
};

describe('licenses', () => {
  test('of all packages in the lock file are allowed or listed as exceptions', () => {
    expect(allowed).toContain('MIT');
    expect(allowed).toContain('BlueOak-1.0.0');
    expect(installed.length).toBeGreaterThan(500);
    const refused = installed.filter(
      ({ name, license: found }) =>
        !isAllowed(found) &&
        !exceptions.some(
          (row) => row.license === found && row.packages.some((pattern) => matches(pattern, name)),
        ),
    );
    expect(refused).toEqual([]);
  });

  test('in the tables are the licenses of the packages', () => {
    const licenseOf = new Map(installed.map((found) => [found.name, found.license]));
    for (const section of Object.keys(tables))
      for (const { packages, license: listed } of rowsOf(section))
        for (const name of packages) expect.soft(licenseOf.get(name), name).toBe(listed);
  });

  test('have no exception for a package that is not installed', () => {
    const patterns = exceptions.flatMap((row) => row.packages);
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns)
      expect(
        installed.some(({ name }) => matches(pattern, name)),
        pattern,
      ).toBe(true);
  });
});

test('the lock file names no registry host', () => {
  expect(readFileSync(inProject('package-lock.json'), 'utf8')).not.toMatch(/"resolved": "https?:/);
  expect(readFileSync(inProject('.npmrc'), 'utf8')).toContain('omit-lockfile-registry-resolved=true');
});
