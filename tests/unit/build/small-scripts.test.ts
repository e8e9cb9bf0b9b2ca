import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withSmallScripts } from '../../../src/build/small-scripts.ts';

test('a script of the page is minified, and still does what it did', () => {
  const page =
    '<script id="x">\n  // A word.\n  {\n    const name = "a";\n    window.said = name + "b";\n  }\n</script>';
  const small = withSmallScripts(page);
  expect(small.length).toBeLessThan(page.length - 30);
  const sandbox = { window: { said: '' } };
  runInNewContext(/<script id="x">([\s\S]*)<\/script>/.exec(small)?.[1] ?? '', sandbox);
  expect(sandbox.window.said).toBe('ab');
});

test.each([
  '<script type="application/ld+json">{ "a":   1 }</script>',
  '<script type="speculationrules">{ "prerender": [] }</script>',
  '<script type="module" src="/a.js"></script>',
])('%s stays as it is', (page) => {
  expect(withSmallScripts(page)).toBe(page);
});

test('no text can end the script', () => {
  const page = `<script>window.said = '<\\/script><b>';</script>`;
  expect(withSmallScripts(page).match(/<\/script/g)).toHaveLength(1);
});
