import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { checkSeller } from '../../../../netlify/commands/check-seller.ts';
import { inProject } from '../../../../stack/paths.ts';

test('a deploy to production stops while the seller is invented', () => {
  expect(checkSeller(true)).toMatchObject({ code: 1 });
  expect(checkSeller(false)).toMatchObject({ code: 0 });
  const { context } = parse(readFileSync(inProject('netlify.toml'), 'utf8'));
  expect(context).toHaveProperty(
    'production.command',
    expect.stringMatching(/check-seller\.ts && .*npm run build$/),
  );
});
