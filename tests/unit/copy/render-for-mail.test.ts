import { expect, test } from 'vitest';
import { renderForMail } from '../../../src/copy/render-for-mail.ts';
import { site } from '../../../src/shared/site.ts';

test('renderForMail makes paths, anchors and pictures whole addresses, and leaves other addresses', () => {
  const { html } = renderForMail(
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
  ['a heading', 'One\n\n## *New* & good\n\nTwo', 'One\n\nNew & good\n\nTwo'],
  ['a link', '[Buy it](/buy) now', `Buy it (${site.url}/buy) now`],
  ['an address', '[a@mail.example](mailto:a@mail.example)', 'a@mail.example'],
  ['a picture', '![A card](/card.png)', 'A card'],
  ['a list', '- one\n- two\n  - inner', '- one\n- two\n  - inner'],
  ['code', '```\na\n  b\n```', 'a\n  b'],
  ['a table', '| A | B |\n| - | - |\n| 1 | 2 |', 'A   B\n1   2'],
])('renderForMail writes %s as plain text', (_what, body, text) => {
  expect(renderForMail(body).text.trim()).toBe(text);
});
