import { expect, test } from 'vitest';
import { allContacts, duplicates, findPeople, remembered } from '../../../../src/client/window/book.ts';
import { inventPeople } from '../../../../src/client/window/people.ts';
import { htmlOf, withoutControls } from '../../../../src/client/window/draw-view.ts';
import { peopleCsv } from '../../../../src/client/window/people-csv.ts';
import { countText, emptyText, openBook } from '../../../../src/client/window/state.ts';
import type { ElementView } from '../../../../src/client/window/view.ts';
import { parseCsv } from '../../../../src/shared/csv.ts';

const opened = openBook(false);

test('the count says how many of all people are shown', () => {
  const count = (list: string, query = '') => countText({ ...opened, list, query });
  expect(count(allContacts)).toBe('218 people');
  expect(count('Choir')).toBe('24 of 218 people');
  expect(count(allContacts, 'maeve')).toBe('1 of 218 people');
  expect(count(remembered)).toBe('9 remembered people');
  expect(count(remembered, 'tomás')).toBe('1 remembered person');
});

test('a list without people says why', () => {
  expect(emptyText({ ...opened, list: 'Choir', query: ' xyz ' })).toBe('Nobody in Choir matches “xyz”.');
  expect(emptyText({ ...opened, list: duplicates })).toBe('No duplicates left.');
});

test('the exported file is UTF-8 CSV that the product reads back, with quoted lists', () => {
  const choir = findPeople(inventPeople(), 'Choir');
  const csv = peopleCsv(choir);
  expect(csv.startsWith('\uFEFFname,phone,email,home,groups,tags\r\n')).toBe(true);
  expect(csv).toContain(
    '\r\nInês Carvalho,+351 21 555 0147,ines@carvalho.example,"Rua da Fonte 12, Lisboa","Family, Choir","birthday-card, godparents"\r\n',
  );
  expect(parseCsv(csv)?.slice(1)).toEqual(
    choir.map(({ name, phone, email, home, groups, tags }) => [
      name,
      phone,
      email,
      home,
      groups.join(', '),
      tags.join(', '),
    ]),
  );
});

test('a drawing has the classes and texts of a view, and no controls', () => {
  const drawView = (view: ElementView) => htmlOf(withoutControls(view));
  const click = () => undefined;
  expect(drawView(['p', { class: 'a"b', role: 'option', click }, 'Kelly & <Sons>', ['b', {}, '2']])).toBe(
    '<p class="a&quot;b">Kelly &amp; &lt;Sons><b>2</b></p>',
  );
  expect(drawView(['button', { class: undefined, type: 'button', click }, 'Review'])).toBe(
    '<span>Review</span>',
  );
  expect(drawView(['input', { type: 'search', class: 'search-field', placeholder: 'Search' }])).toBe(
    '<span class="search-field">Search</span>',
  );
  expect(drawView(['label', {}, ['input', { type: 'radio', class: 'dot', checked: true }], 'Inês'])).toBe(
    '<span><span class="dot on"></span>Inês</span>',
  );
});
