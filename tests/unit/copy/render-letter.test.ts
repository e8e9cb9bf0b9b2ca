import { expect, test } from 'vitest';
import { renderLetter } from '../../../src/copy/render-letter.ts';
import { site } from '../../../src/shared/site.ts';

test('renderLetter makes paths, anchors and pictures whole addresses, and leaves other addresses', () => {
  const { html } = renderLetter(
    '[Buy](/buy?plan=basic) ![A card](/images/card.png) [Up](#top) [Elsewhere](https://other.example/) [Mail](mailto:a@mail.example)',
  );
  expect([...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
    `${site.url}/buy?plan=basic`,
    `${site.url}/images/card.png`,
    `${site.url}/#top`,
    'https://other.example/',
    'mailto:a@mail.example',
  ]);
});

test.each([
  ['paragraphs', 'One\ntwo.\n\nThree.', 'One two.\n\nThree.'],
  ['a heading', '## *New* & good', 'New & good'],
  ['a link', '[Buy it](/buy) now', `Buy it (${site.url}/buy) now`],
  ['an address', '[a@mail.example](mailto:a@mail.example)', 'a@mail.example'],
  ['a picture', '![A card](/card.png)', 'A card'],
  ['a list', '- one\n- two\n  - inner', '- one\n- two\n  - inner'],
  ['numbers', '1. one\n2. two', '1. one\n2. two'],
  ['a list with paragraphs', '- one\n\n  more\n- two', '- one\n  more\n- two'],
  ['a quotation', '> One.\n>\n> Two.', '> One.\n> \n> Two.'],
  ['a line', 'One\n\n---\n\nTwo', 'One\n\n* * *\n\nTwo'],
  ['a line break', 'One<br>two', 'One\ntwo'],
  ['code', '```\na\n  b\n```', 'a\n  b'],
  ['a table', '| A | B |\n| - | - |\n| 1 | 2 |', 'A | B\n1 | 2'],
])('renderLetter writes %s as plain text', (_what, body, text) => {
  expect(renderLetter(body).text).toBe(text);
});
