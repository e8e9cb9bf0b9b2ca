import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { wordsOfScript } from '../../../src/build/css-words.ts';
import { createScriptWords } from '../../../src/build/script-words.ts';
import { removeIdleScopes, shortenCss, shortenScopes } from '../../../src/build/shorten-page.ts';
import { purgePages } from '../../../src/build/unused-css.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

test('a page keeps the CSS for its HTML, its scripts and states, and loses the rest', async () => {
  const folder = temporaryFolder();
  const page = path.join(folder, 'index.html');
  await writeFile(
    page,
    `<html><head><style>:root{--used:1px;--unused:2px}.shown{margin:var(--used)}.unknown{color:red}a[href^='mailto:']{color:red}</style>
<style>.drawn-later[data-state=open]{color:red}.shown:hover{color:red}.only-said{color:red}button[disabled]{color:red}i[role=textbox]{color:red}.menu,.nothing{color:red}
body:has(.shown){color:red}body:has(.gone) p,p:has(.menu){margin:0}:root:has(.gone){color:red}.textbox,.compared,.listed,.named-so{color:red}
@keyframes spin{to{rotate:1turn}}</style></head>
<body><p class="shown"><a href="mailto:a@mail.example">only-said unknown</a></p><template><i class="menu"></i></template><b></b></body></html>`,
  );
  const scripts = wordsOfScript(
    `h("button", { className: "drawn-later", role: "textbox", disabled: true }); say("An unknown word, only-said.");
    if (kind === "compared" || "listed" in kind) say({ "named-so": 1 })`,
  );
  await purgePages(pathToFileURL(`${folder}/`), () => scripts);
  const html = await readFile(page, 'utf8');
  for (const kept of [
    '--used:1px',
    '.shown{',
    '.drawn-later[data-state=open]',
    '.shown:hover',
    "a[href^='mailto:']",
    'button[disabled]',
    'i[role=textbox]',
    '.menu{',
    'body:has(.shown){',
    'p:has(.menu){',
  ])
    expect(html).toContain(kept);
  for (const removed of [
    '--unused',
    '.unknown',
    '.only-said',
    '.nothing',
    '.gone',
    '.textbox',
    '.compared',
    '.listed',
    '.named-so',
    '@keyframes',
  ])
    expect(html).not.toContain(removed);
  expect(html.match(/<style>/g)).toHaveLength(1);
});

test('a page has the words of the modules that its scripts import, not of others in a chunk', async () => {
  const folder = temporaryFolder();
  const files = {
    'screen.js': "import './parts.js'; import('./later.js'); document.body.className = 'screen';",
    'parts.js': "document.body.append('part');",
    'later.js': 'document.body.append(`later ${document.title}`);',
    'other.js': "document.body.append('other'); import './parts.js';",
    'door.js': "export { room } from './room.js';",
    'room.js': "export const room = () => 'room';",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const { plugin, wordsOfScripts } = createScriptWords();
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [plugin],
    build: {
      rolldownOptions: {
        preserveEntrySignatures: 'exports-only',
        input: ['screen.js', 'other.js', 'door.js'].map((name) => path.join(folder, name)),
        output: { entryFileNames: '[name].js', codeSplitting: { groups: [{ name: 'all', test: /./ }] } },
      },
    },
  });
  const { strings } = wordsOfScripts('<script type="module" src="/_astro/screen.js"></script>');
  expect([...strings].sort()).toEqual(['later', 'part', 'screen']);
  expect([...wordsOfScripts('<script src="/_astro/door.js"></script>').strings]).toEqual(['room']);
});

test('scopes get short names in the order of the elements, in every style sheet of the page', () => {
  const [a, b] = ['data-astro-cid-aaaa1111', 'data-astro-cid-bbbb2222'];
  expect(
    shortenScopes(`<style>i[${b}]{color:red}[${a}] b{color:red}</style><p ${a}><i ${b} ${a}></i></p>`),
  ).toBe('<style>i[data-s1]{color:red}[data-s0] b{color:red}</style><p data-s0><i data-s1 data-s0></i></p>');
});

test('an element keeps a scope only if a selector can match it, now or after a script', () => {
  const css =
    '.a.b[data-s0]{}h2[data-s0] [data-s1]:is(p){}.later[data-s2]>i{}.x:not(.y)[data-s3]{}b.c[open][data-s4]{}';
  const html =
    '<p class="a" title="a > b" data-s0></p><p class="b a" data-s0></p><h2 data-s0></h2><i data-s1 data-s0></i>' +
    '<i data-s2></i><i data-s3></i><b data-s4></b><b class="c" data-s4></b>';
  expect(removeIdleScopes(html, css, new Set(['later']))).toBe(
    '<p class="a" title="a > b"></p><p class="b a" data-s0></p><h2 data-s0></h2><i data-s1></i>' +
      '<i data-s2></i><i data-s3></i><b></b><b class="c" data-s4></b>',
  );
});

test('colors are written in bytes, and empty blocks go', () => {
  expect(
    shortenCss(
      ':root{color:light-dark(oklch(96.6% .013 88),oklch(0% 0 0/.3))}@media print{}@media (width>=40rem){p{margin:0}}',
    ),
  ).toBe(':root{color:light-dark(#f7f3ea,#0000004d)}@media (width>=40rem){p{margin:0}}');
  expect(shortenCss('color-mix(in oklch, red 45%, oklch(from red l c h))')).toBe(
    'color-mix(in oklch, red 45%, oklch(from red l c h))',
  );
});

test('a script that cannot be read stops the build', () => {
  expect(() => wordsOfScript('const = 1')).toThrow('The words of a script cannot be read');
});
