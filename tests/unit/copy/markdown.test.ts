import { expect, test } from 'vitest';
import { markdownComplaint, plainText } from '../../../src/copy/markdown.ts';

test.each([
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '![A cat](/cat.png)',
  '[Buy](/buy), [apply](#apply), [write](mailto:a@mail.example), <https://site.example>',
  'A <em>word</em>, 1 < 2, a style="of" words, and onward=ho.',
  '- [ ] one',
])('nothing is wrong with %j', (text) => {
  expect(markdownComplaint(text)).toBeUndefined();
});

test.each([
  ['| a | b |\n| :- | -: |\n| 1 | 2 |', /^aligns a column/],
  ['<b style="color: red">x</b>', /^has HTML with a style/],
  ['<b onclick="x()">x</b>', /^has HTML with a style/],
  ['<script>x()</script>', /^has HTML that is no text/],
  ['<iframe src="/x"></iframe>', /^has HTML that is no text/],
  ['![A cat](https://pictures.example/cat.png)', /^shows a picture from elsewhere/],
  ['![A cat](//pictures.example/cat.png)', /^shows a picture from elsewhere/],
  ['[x](javascript:alert)', /^has a link that leads nowhere/],
  ['[x](buy)', /^has a link that leads nowhere/],
  ['[x](//elsewhere.example)', /^has a link that leads nowhere/],
])('what is wrong with %j is said', (text, complaint) => {
  expect(markdownComplaint(text)).toMatch(complaint);
});

test('markup is left out where none is read', () => {
  expect(plainText('Is `a < b` *really* "free" & [mine](/buy)? It’s 5 > 4 &copy;')).toBe(
    'Is a < b really “free” & mine? It’s 5 > 4 ©',
  );
});
