import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { islandsIn, modulesReader } from '../../../src/build/island-modules.ts';
import { withoutRuntime } from '../../../src/build/islands-apart.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const directive =
  '<script>(()=>{self.Astro={};window.dispatchEvent(new Event("astro:interaction"))})();</script>';
const element = '<script>(()=>{customElements.define("astro-island",f)})();</script>';
const page = (inside: string) =>
  `<head><script id="page-settings">0</script></head><body><script>other()</script>${inside}<p>words</p></body>`;

test('both scripts leave the page, and the page is told where they are', () => {
  const apart = withoutRuntime(
    page(`${directive}\n${element}<astro-island></astro-island>`),
    () => '/there.js',
  );
  expect(apart?.html).toBe(
    page('<astro-island></astro-island>').replace(
      'id="page-settings"',
      'id="page-settings" data-islands="/there.js"',
    ),
  );
  expect(apart?.script).toContain('astro:interaction');
  expect(apart?.script).toContain('customElements.define("astro-island"');
  expect(apart?.script).not.toContain('other()');
});

test('a page without islands stays as it is', () => {
  expect(withoutRuntime(page(''), () => '/there.js')).toBeNull();
});

test('what an island is made of is found once, and told apart by who waits for whom', () => {
  const island = (name: string, options: object) =>
    `<astro-island component-url="/_astro/${name}" renderer-url="/_astro/client.js" opts="${JSON.stringify(options).replaceAll('"', '&quot;')}">`;
  expect(
    islandsIn(
      page(
        island('Screen.js', { name: 'Screen', value: { unasked: true } }) +
          island('Form.js', { name: 'Form', value: true }) +
          island('Form.js', { name: 'Form', value: { query: 'ref' } }),
      ),
    ),
  ).toEqual({ unasked: ['Screen.js', 'client.js'], asked: ['Form.js', 'client.js'] });
});

test('modules are read from the chunks: what they need, in turn, and nothing that they ask for later', async () => {
  const folder = temporaryFolder();
  const chunks = {
    'Screen.js': 'import{a}from"./a.js";import"./b.js";const t=()=>import("./later.js"),s="./c.js"',
    'a.js': 'import"./b.js";export{x}from"./d.js"',
    'b.js': 'import"./a.js";import"https://else.example/x.js"',
    'd.js': 'export const x=1',
    'later.js': 'import"./c.js"',
    'c.js': '',
  };
  for (const [name, code] of Object.entries(chunks)) await writeFile(path.join(folder, name), code);
  const found = await modulesReader(folder)(['Screen.js']);
  expect(found.sort()).toEqual(['Screen.js', 'a.js', 'b.js', 'd.js']);
});
