import { expect, test } from 'vitest';
import { replaceStyles } from '../../../src/build/page-styles.ts';

const mark = (css: string): string => css.replaceAll('\n', '|');

test('the plain styles of a page become one, in their order, where the first stood', () => {
  expect(replaceStyles('<head><style>a{}</style><link></head><body><style>b{}</style><p>', mark)).toBe(
    '<head><style>a{}|b{}</style><link></head><body><p>',
  );
});

test('a page without styles stays, and styles without text leave nothing', () => {
  expect(replaceStyles('<p>x', mark)).toBe('<p>x');
  expect(replaceStyles('<style>a{}</style><p><style>b{}</style>', () => '')).toBe('<p>');
});

test.each([
  '<noscript><style>x{}</style></noscript>',
  '<template><style>x{}</style></template>',
  '<!-- <style>x{}</style> -->',
  '<script>"<style>x{}</style>"</script>',
  '<textarea><style>x{}</style></textarea>',
  '<p title="<style>x{}</style>">',
  "<p title='<style>x{}</style>'>",
  '<style media="print">x{}</style>',
])('%s stays as it is', (other) => {
  expect(replaceStyles(`${other}<style>a{}</style>`, () => 'c')).toBe(`${other}<style>c</style>`);
});

test('a sheet with a rule that counts at its head only is not moved', () => {
  const html = '<style>a{}</style><style>@import "x.css";</style>';
  expect(replaceStyles(html, mark)).toBe(html);
});

test('dollar signs in the CSS are no references', () => {
  expect(replaceStyles('<style>a{}</style>', () => '$&$1')).toBe('<style>$&$1</style>');
});
