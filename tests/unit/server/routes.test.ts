import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../../stack/paths.ts';
import type { Route } from '../../../src/server/frame/http/route.ts';
import { loadRoutes } from '../../../src/server/routes.ts';

const isList = (value: unknown): value is readonly Route[] => Array.isArray(value);
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

test('every call that a file declares is in a group of routes.ts', async () => {
  const files = globSync('src/server/*/**/*routes.ts', { cwd: inProject() });
  const modules = await Promise.all(
    files.map(async (file) => (await import(inProject(file))) as Readonly<Record<string, unknown>>),
  );
  const declared = modules.flatMap((module) => Object.values(module).filter(isList).flat());
  expect(declared.map(nameOf).sort()).toEqual((await loadRoutes()).map(nameOf).sort());
});
