import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../stack/paths.ts';

let eslint: ESLint;
beforeAll(() => {
  eslint = new ESLint({
    cwd: root,
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
    ruleFilter: ({ ruleId }) =>
      ['house/import-direction', 'no-restricted-imports', 'no-restricted-properties'].includes(ruleId),
  });
});

const complaints = async (file: string, code: string): Promise<string[]> => {
  const [result] = await eslint.lintText(code, { filePath: `${root}/${file}` });
  return (result?.messages ?? []).map(({ message }) => message);
};

describe('import boundaries', () => {
  it.each([
    ['src/shared/x.ts', `import '../server/env.ts';`],
    ['src/islands/a/x.ts', `import '../../server/env.ts';`],
    ['src/islands/a/x.ts', `import '../records/x.ts';`],
    ['src/islands/ui/x.ts', `import '../forms/x.ts';`],
    ['src/islands/affiliate/x.ts', `import '../admin/x.ts';`],
    ['src/client/x.ts', `import '../islands/a/x.ts';`],
    ['src/components/ui/x.ts', `import '../../islands/a/x.ts';`],
    ['src/pages/x.ts', `import '../server/app.ts';`],
    ['src/server/routes/x.ts', `import 'drizzle-orm';`],
    ['src/server/paypal/x.ts', `import '../db/database.ts';`],
    ['src/server/paypal/x.ts', `import { Hono } from 'hono'; void Hono;`],
    ['src/server/paypal/x.ts', `import 'drizzle-orm';`],
    ['src/server/a/x.ts', `export const url = process.env.DATABASE_URL;`],
    ['src/shared/x.ts', `import 'node:fs';`],
    ['src/shared/x.ts', `import 'zod';`],
    ['src/server/a/x.ts', `import 'zod';`],
    ['src/islands/a/x.ts', `import 'zod';`],
    ['netlify/x.ts', `import 'zod';`],
    ['src/client/x.ts', `export const load = () => import('../server/app.ts');`],
  ])('stop %s from: %s', async (file, code) => {
    expect(await complaints(file, code)).toHaveLength(1);
  });

  it.each([
    [
      'src/islands/a/x.ts',
      `import '../../client/api.ts'; import '../../shared/plans.ts'; import '../ui/x.ts';`,
    ],
    ['src/islands/admin/x.ts', `import '../affiliate/x.ts'; import '../records/x.ts'; import './y.ts';`],
    ['src/server/routes/x.ts', `import '../a/x.ts'; import '../http/input.ts';`],
    ['src/server/a/x.ts', `import '../db/database.ts'; import '../b/y.ts'; import 'drizzle-orm';`],
    ['src/shared/x.ts', `import 'zod/mini';`],
    ['netlify/functions/x.ts', `import '../../src/server/handler.ts';`],
  ])('let %s do: %s', async (file, code) => {
    expect(await complaints(file, code)).toEqual([]);
  });
});
