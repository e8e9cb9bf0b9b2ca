import { expect, test } from 'vitest';
import { markdownProblem, plainText } from '../../../src/copy/markdown.ts';

test.each([
  '| a | b |\n| - | - |\n| 1<br>2 | 3 |',
  '![A cat](/cat.png)',
  '[![A cat](/cat.png)](/buy)',
  '[Buy](/buy), [apply](#apply), [write](mailto:a@mail.example), <https://site.example>',
  'A <em>word</em>, 1 < 2, a style="of" words, and onward=ho.',
  '- [ ] one',
  '```js\nlet a = "<script>";\n```',
  'Press <kbd>Ctrl</kbd> and <KBD>*C*</KBD>, then drink H<sub>2<sup>x</sup></sub>O.<br />\nOr not.',
  '<strong>\nA <em>word</em> > 1\n</strong>',
  '`<b onclick="x()">` and &lt;script&gt; and \\<iframe>',
  '## A heading\n\nA note.[^1]\n\n[^1]: It stands below.',
  '### One\n\n#### Below it\n\n## Two\n\n### Below that',
])('markdownProblem accepts %j', (text) => {
  expect(markdownProblem(text)).toBeUndefined();
});

test.each([
  ['| a | b |\n| :- | -: |\n| 1 | 2 |', /^aligns a column/],
  ['# Big', /^has a heading of the first rank.*Begin it with ##$/],
  ['#### Deep', /^has a heading that skips a rank\. Begin it with ###$/],
  ['![A cat](https://pictures.example/cat.png)', /^shows a picture from elsewhere/],
  ['![](/cat.png)', /^shows a picture without words\. Describe it between the square brackets/],
  ['[](/buy)', /^has a link without words\. Write them between the square brackets$/],
  ['[x](javascript:alert)', /^has a link that leads nowhere/],
  ['[x](buy)', /^has a link that leads nowhere/],
  ['[x](//elsewhere.example)', /^has a link that leads nowhere/],
  ['[x](http://elsewhere.example)', /^has a link that leads nowhere/],
])('markdownProblem says what is wrong with %j', (text, message) => {
  expect(markdownProblem(text)).toMatch(message);
});

test.each([
  '<b style="color: red">x</b>',
  '<b onclick="x()">x</b>',
  '<br onload=x()>',
  '<script>x()</script>',
  "<img src='https://pictures.example/cat.png'>",
  '<a href="/buy">x</a>',
  '<template id="analytics" data-url="https://evil.example/x"></template>',
  '<meta http-equiv=refresh content="0; url=https://evil.example">',
  '<div\n\nonclick=x()>',
  '| a |\n| - |\n| <img src=x onerror=x()> |',
  'A note.[^1]\n\n[^1]: <script>x()</script>',
  '<!-- a word to myself -->',
  '<em>x',
  '<em>a <strong>b</em> c</strong>',
  '*a <em>b* c</em>',
])('markdownProblem rejects HTML such as %j', (text) => {
  expect(markdownProblem(text)).toMatch(/^has HTML other than <br> and pairs such as <kbd>/);
});

test('plainText returns the text of Markdown without markup', () => {
  expect(plainText('Is `a < b` *really* "free" & [mine](/buy)? It’s 5 > 4 &copy;')).toBe(
    'Is a < b really “free” & mine? It’s 5 > 4 ©',
  );
});
