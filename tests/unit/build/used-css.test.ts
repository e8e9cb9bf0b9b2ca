import { describe, expect, test } from 'vitest';
import { usedCss } from '../../../src/build/used-css.ts';

const elements = ['dialog', 'h1', 'html', 'img', 'li', 'p'];

const left = (css: string, ...names: string[]): string =>
  usedCss(css, new Set([...elements, ...names]))
    .replace(/\s+/g, ' ')
    .trim();

describe('a selector goes when it needs a name that the page never has', () => {
  test.each([
    ['a class', '.a{top:0}.b{top:0}', '.a{top:0}'],
    ['a class among others', '.a.b{top:0}.a.a{top:0}', '.a.a{top:0}'],
    ['an ancestor', '.b .a{top:0}.b>.a{top:0}.b~.a{top:0}.b+.a{top:0}', ''],
    ['a class before a pseudo-element', '.b::before{top:0}.a::before{top:0}', '.a::before{top:0}'],
    ['a class after a pseudo-class', 'p:hover .b{top:0}p:hover .a{top:0}', 'p:hover .a{top:0}'],
    ['one of a list', '.a,.b,p{top:0}', '.a,p{top:0}'],
    ['a list with commas inside', ':is(.a,.b) p,.b{top:0}', ':is(.a,.b) p{top:0}'],
  ])('%s', (_what, css, expected) => {
    expect(left(css, 'a')).toBe(expected);
  });

  test('a scope that the page does not have', () => {
    const css = 'p[data-astro-cid-one]{top:0}p[data-astro-cid-two]{top:0}.a[data-astro-cid-one]{top:0}';
    expect(left(css, 'data-astro-cid-one')).toBe('p[data-astro-cid-one]{top:0}');
  });

  test('escaped names are compared as they are meant', () => {
    const css = String.raw`.w-1\/2{top:0}.w-1\/3{top:0}.\31 0{top:0}.x\,y,.z{top:0}.sm\:a{top:0}`;
    expect(left(css, 'w-1/2', '10', 'x,y', 'sm:a')).toBe(
      String.raw`.w-1\/2{top:0}.\31 0{top:0}.x\,y{top:0}.sm\:a{top:0}`,
    );
  });
});

test.each([
  ['an element', 'table{top:0}p{top:0}', 'p{top:0}'],
  ['an element within another', 'p td{top:0}p li{top:0}', 'p li{top:0}'],
  ['one of a list', 'table,p{top:0}', 'p{top:0}'],
  ['none of the alternatives', 'p :is(td,th){top:0}p :is(td,li){top:0}', 'p :is(td,li){top:0}'],
  ['an element in capitals', 'P{top:0}TABLE{top:0}', 'P{top:0}'],
  ['but not in a negation', 'p:not(table){top:0}', 'p:not(table){top:0}'],
])('a selector goes that needs %s which the page never has', (_what, css, expected) => {
  expect(left(css)).toBe(expected);
});

describe('what scripts may set, or what names nothing, is never a reason', () => {
  test.each([
    'p{top:0}',
    '#b{top:0}',
    '*,::before{top:0}',
    ':root{top:0}',
    '[data-state=open]{top:0}',
    "[class~='b']{top:0}",
    'html:not([data-session]) [data-when]{top:0}',
    '.a[aria-busy=true]:focus-visible{top:0}',
    'dialog[open]::backdrop{top:0}',
    'li:nth-child(2 of .b){top:0}',
    '::slotted(.b){top:0}',
  ])('%s', (css) => {
    expect(left(css, 'a')).toBe(css);
  });

  test('text that only looks like a class', () => {
    const css = `.a::after{content:".b{}"}[data-x=".b"]{top:0}/* .b{} */a[href$=".b"]{top:0}`;
    expect(left(css, 'a')).toBe(css);
  });
});

describe('alternatives', () => {
  test.each([
    ['one possible alternative is enough', ':is(.a,.b){top:0}', ':is(.a,.b){top:0}'],
    ['none possible', ':is(.b,.c) p{top:0}:where(.b){top:0}p:has(.b){top:0}', ''],
    ['relative', 'p:has(>.a){top:0}p:has(+.b){top:0}', 'p:has(>.a){top:0}'],
    [
      'within one another',
      ':is(:where(.b),p:has(.a)){top:0}:is(:where(.b)){top:0}',
      ':is(:where(.b),p:has(.a)){top:0}',
    ],
    ['beside a required one', ':is(.a,.b).b{top:0}', ''],
    ['an element among them', ':where(.b,p){top:0}', ':where(.b,p){top:0}'],
    [
      'a negation needs nothing',
      '.a:not(.b){top:0}p:not(:has(.b)){top:0}',
      '.a:not(.b){top:0}p:not(:has(.b)){top:0}',
    ],
    ['a negation within alternatives', ':is(:not(.b)){top:0}', ':is(:not(.b)){top:0}'],
  ])('%s', (_what, css, expected) => {
    expect(left(css, 'a')).toBe(expected);
  });

  test('a list keeps its specificity: nothing is taken out of it', () => {
    expect(left(':is(.a,#x.b){top:0}')).toBe('');
    expect(left(':is(.a,#x.b){top:0}', 'a')).toBe(':is(.a,#x.b){top:0}');
  });
});

describe('at-rules', () => {
  test('conditions are emptied and go', () => {
    const css =
      '@media (width>1px){.b{top:0}.a{top:0}}@media print{.b{top:0}}@container (width>1px){@supports (top:0){.b{top:0}}}@starting-style{.b{top:0}}';
    expect(left(css, 'a')).toBe('@media (width>1px){.a{top:0}}');
  });

  test('an emptied layer keeps its place among the layers', () => {
    expect(left('@layer x{.b{top:0}}@layer y{.a{top:0}}@layer x{p{top:0}}', 'a')).toBe(
      '@layer x;@layer y{.a{top:0}}@layer x{p{top:0}}',
    );
  });

  test('an emptied layer that was named before leaves nothing', () => {
    expect(left('@layer x, y;@layer x{.b{top:0}}@layer y{.a{top:0}}', 'a')).toBe(
      '@layer x, y;@layer y{.a{top:0}}',
    );
    expect(left('@layer x{p{top:0}}@layer x{.b{top:0}}@layer{.b{top:0}}')).toBe('@layer x{p{top:0}}');
  });

  test('layers within layers and conditions', () => {
    expect(left('@media print{@layer x{.b{top:0}}}@layer y{@layer z{.b{top:0}}p{top:0}}')).toBe(
      '@media print{@layer x}@layer y{@layer z;p{top:0}}',
    );
  });

  test.each([
    '@view-transition{navigation:auto}',
    '@page{margin:1cm}',
    '@property --x{syntax:"*";inherits:false}',
    '@layer x, y;',
    '@namespace svg url(http://www.w3.org/2000/svg);',
    '@scope (.a) to (.b){img{top:0}}',
  ])('%s stays', (css) => {
    expect(left(css)).toBe(css);
  });
});

describe('nested rules', () => {
  test('go by themselves', () => {
    expect(left('.a{top:0;&.b{top:0}&:hover{top:0}.b &{top:0}.b{top:0}@media print{.b{top:0}}}', 'a')).toBe(
      '.a{top:0;&:hover{top:0}}',
    );
  });
  test('take a rule along that has nothing else', () => {
    expect(left('.a{.b{top:0}}p{@media print{.b{top:0}}}', 'a')).toBe('');
  });
  test('keep the whole list above them, whose specificity they have', () => {
    expect(left('.a,#x.b{& p{top:0}}', 'a')).toBe('.a,#x.b{& p{top:0}}');
    expect(left('.a,.b{top:0;@media print{top:1px}}', 'a')).toBe('.a,.b{top:0;@media print{top:1px}}');
  });
  test('go with the rule around them', () => {
    expect(left('.b{& p{top:0}}')).toBe('');
  });
});

describe('what nothing refers to', () => {
  test('keyframes stay with an animation that names them, and their steps are no selectors', () => {
    const faces = '@keyframes faces{0%{top:0}to{top:1px}}';
    expect(left(`p{animation:faces 1ms both}${faces}@keyframes spin{to{rotate:1turn}}`)).toBe(
      `p{animation:faces 1ms both}${faces}`,
    );
    expect(left(`.b{animation:faces 1ms}${faces}`)).toBe('');
    expect(left(`.b{animation:faces 1ms}${faces}`, 'faces')).toBe(faces);
    expect(left(`p{--x:faces;animation-name:var(--x)}${faces}`)).toContain(faces);
  });

  test('faces stay with a rule or an animation that names them', () => {
    const face = (family: string) => `@font-face{font-family:${family};src:url(x.woff2)}`;
    const css = `${face('"Public Sans"')}${face('Besley')}${face('Other')}`;
    expect(left(`${css}p{font:1rem Public Sans,serif}`)).toBe(
      `${face('"Public Sans"')}p{font:1rem Public Sans,serif}`,
    );
    const late = 'p{animation:a 1s}@keyframes a{to{--text:Besley}}h1{font-family:var(--text)}';
    expect(left(css + late)).toBe(face('Besley') + late);
  });

  test('custom properties stay while something names them', () => {
    expect(left(':root{--a:0;--b:var(--a);--c:var(--b);--d:1}p{top:var(--b)}')).toBe(
      ':root{--a:0;--b:var(--a)}p{top:var(--b)}',
    );
    expect(left(':root{--a:0}.b{top:var(--a)}')).toBe('');
    expect(left(':root{--a:0;--ab:0}', '--a')).toBe(':root{--a:0}');
    expect(left('p{--x:1}@container style(--x: 1){p{top:0}}')).toContain('p{--x:1}');
    expect(left(':root{--top:1px}p{inset:calc(2*var(--top,0)) 0}')).toContain('--top:1px');
  });
});

test('a sheet of used names comes out as it went in', () => {
  const css =
    '@layer reset,base;@layer reset{*,:before{margin:0}}.a>.b:not(.c)~p{--x:{a:b};color:red!important}@media (width>=62rem){.a{top:calc(1px + 2px)}}';
  expect(usedCss(`${css}p{top:var(--x)}`, new Set(['a', 'b', 'c', 'p']))).toBe(`${css}p{top:var(--x)}`);
});

test('an unclosed rule is an error, not a page without its end', () => {
  expect(() => usedCss('.a{top:0', new Set())).toThrow(/Unclosed block/);
});
