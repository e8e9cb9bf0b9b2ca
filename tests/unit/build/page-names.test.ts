import { describe, expect, test } from 'vitest';
import { namesOf } from '../../../src/build/page-names.ts';

const has = (name: string, html: string, ...scripts: string[]): boolean => namesOf(html, scripts).has(name);

describe('a page has', () => {
  test.each([
    ['a', '<p class="a b">'],
    ['b', "<p class='a\n b'>"],
    ['c', '<p id=x class=c>'],
    ['w-1/2', '<p class="w-1/2">'],
    ['a&b', '<p class="a&amp;b">'],
    ['late', '<template data-astro-template><p class="late"></template>'],
    ['data-astro-cid-x', '<p data-astro-cid-x>'],
    ['--stock-a', '<p style="background:var(--stock-a)">'],
    ['--ink', '<path fill="var(--ink)">'],
    ['spin', '<p style="animation:spin 1s">'],
    ['td', '<table><tr><TD>'],
    ['tbody', '<p>'],
    ['given', '<astro-island props="{&quot;className&quot;:[0,&quot;x given&quot;]}">'],
    ['by-script', '<script>document.body.classList.add("by-script")</script>'],
    ['by-module', '<script type="module">x.className=`by-module y`</script>'],
  ])('%s in %s', (name, html) => {
    expect(has(name, html)).toBe(true);
  });

  test.each([
    ['a', '<p>a class</p>'],
    ['a', '<p class="ab a-b">'],
    ['a', '<p data-class="a">'],
    ['table', '<script type="application/ld+json">{"@type":"table"}</script>'],
    ['--a', '<p class="b--a">--ab'],
    ['table', '<p>a table</p><!-- table -->'],
  ])('no %s in %s', (name, html) => {
    expect(has(name, html)).toBe(false);
  });
});

describe('scripts may give it', () => {
  test.each([
    ['button-primary', 'jsx(`button`,{className:`button button-primary`})'],
    ['spin', 'x.style.animationName="spin"'],
    ['w-1/2', '{className:"w-1/2"}'],
    ['state-open', 'className:`state-${e}`'],
    ['state-open', 'className:"state-"+e'],
    ['td', 'jsx(`td`,{})'],
    ['b', 'x.innerHTML="<p class=b>"'],
    ['late', String.raw`x.split(/["'\x60]/);y.className='late'`],
    ['nested', 'f(`${a?`nested`:""}`)'],
  ])('%s by %s', (name, script) => {
    expect(has(name, '', script)).toBe(true);
  });

  test.each([
    ['button', 'jsx(`span`,{className:`button-primary`})'],
    ['open', 'className:`state-${e}`'],
    ['sort', 'rows.sort();x={sort:1}'],
    ['debug', '/* debug */log(1)// "debug"'],
  ])('not %s by %s', (name, script) => {
    expect(has(name, '', script)).toBe(false);
  });
});

test('a beginning in a script stands for classes, not for scopes', () => {
  expect(has('data-astro-cid-x', '', 'e.startsWith("data-")')).toBe(false);
});

test('a script that cannot be read is an error, not a page without its styles', () => {
  expect(() => namesOf('<script>let = </script>', [])).toThrow(/cannot be read/);
});
