import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countRows, type Decision } from '../../../../src/client/duplicates/edited-list.ts';
import type { PeopleList } from '../../../../src/client/duplicates/list.ts';
import { emailKey } from '../../../../src/client/duplicates/people.ts';
import { isOnlyPhone, readPhone } from '../../../../src/client/duplicates/phone.ts';
import { randomRuns } from '../../../seed.ts';
import { groupsOf, listOf, mergeAll, savedText, someLists } from './lists.ts';

const mergeEverything = (list: PeopleList): Map<number, Decision> =>
  new Map(groupsOf(list).map((group, index) => [index, mergeAll(group)]));

/** The groups as the texts of their rows, without the order of rows and groups. */
const contents = (list: PeopleList): string[] =>
  groupsOf(list)
    .map(({ members, reasons, isObvious }) =>
      JSON.stringify([members.map((member) => list.rows[member]?.join('|')).sort(), reasons, isObvious]),
    )
    .sort();

const mergedRows = (list: PeopleList): string[] =>
  listOf(savedText(list, mergeEverything(list)))
    .rows.map((row) => row.join('|'))
    .sort();

test('the order of the rows changes neither the groups nor the merged list', () => {
  fc.assert(
    fc.property(
      someLists.chain((list) =>
        fc.tuple(
          fc.constant(list),
          fc.shuffledSubarray([...list.rows], { minLength: list.rows.length, maxLength: list.rows.length }),
        ),
      ),
      ([list, rows]) => {
        const shuffled = { ...list, rows };
        expect(contents(shuffled)).toEqual(contents(list));
        expect(mergedRows(shuffled)).toEqual(mergedRows(list));
      },
    ),
    randomRuns(300, 20_000),
  );
});

const spaced = (text: string): string => ` ${text.replace(/[\s()]+/g, ' ').trim()} `;

/** True if a cell has the value, or another spelling of the phone or email. A line of the notes is like a cell. */
const keeps = (cells: readonly string[], value: string): boolean => {
  const digits = readPhone(value)?.digits;
  const lines = cells.flatMap((cell) => [cell, ...cell.split('\n')]);
  const texts = lines.flatMap((line) => {
    const text = line.replace(/^Also [^:]*: /, '');
    return [line, text, text.replace(/ \(\w+\)/g, '')];
  });
  return texts.some(
    (text) =>
      spaced(text).includes(spaced(value)) ||
      emailKey(text) === emailKey(value) ||
      (digits !== undefined && isOnlyPhone(value) && readPhone(text)?.digits === digits),
  );
};

test('every value of every row is in its merged row', () => {
  fc.assert(
    fc.property(someLists, (list) => {
      for (const [index, group] of groupsOf(list).entries()) {
        const saved = listOf(savedText(list, new Map([[index, mergeAll(group)]])));
        const [first = 0] = group.members;
        const merged = saved.rows[first] ?? [];
        const values = group.members.flatMap((member) => list.rows[member] ?? []);
        expect(
          values.map((value) => value.trim()).filter((value) => value !== '' && !keeps(merged, value)),
        ).toEqual([]);
      }
    }),
    randomRuns(300, 20_000),
  );
});

test('a merge leaves all other rows and all columns as they were', () => {
  fc.assert(
    fc.property(someLists, (list) => {
      const groups = groupsOf(list);
      const decisions = mergeEverything(list);
      const saved = listOf(savedText(list, decisions));
      expect(saved.rows).toHaveLength(countRows(list.rows.length, decisions));
      expect(saved.columns.slice(0, list.columns.length)).toEqual(list.columns);
      const inGroups = new Set(groups.flatMap(({ members }) => members));
      const others = list.rows.filter((_, index) => !inGroups.has(index));
      const texts = saved.rows.map((row) => row.slice(0, list.columns.length).join('|'));
      for (const row of others) expect(texts).toContain(row.join('|'));
    }),
    randomRuns(200, 5_000),
  );
});

test('undoing every decision saves the list as it was', () => {
  fc.assert(
    fc.property(someLists, (list) => {
      const before = savedText(list, new Map());
      const decisions = mergeEverything(list);
      savedText(list, decisions);
      for (const index of [...decisions.keys()]) decisions.delete(index);
      expect(savedText(list, decisions)).toBe(before);
      expect(listOf(before)).toEqual(list);
    }),
    randomRuns(200, 5_000),
  );
});

test('a merged group is not found again, and merging ends', () => {
  fc.assert(
    fc.property(someLists, (start) => {
      let list = start;
      for (let round = 0; groupsOf(list).length > 0; round += 1) {
        const { length } = list.rows;
        list = listOf(savedText(list, mergeEverything(list)));
        expect(list.rows.length).toBeLessThan(length);
      }
      expect(savedText(list, mergeEverything(list))).toBe(savedText(list, new Map()));
    }),
    randomRuns(200, 5_000),
  );
});

test('a chosen value is kept in the field, and the other one goes into the notes', () => {
  const list = listOf(
    'Name,Email,Birthday\nJonas Brandt,j@mail.example,May 1\nBrandt Jonas,J@mail.example,May 2',
  );
  const decision: Decision = {
    kind: 'merged',
    count: 2,
    choices: new Map([[2, 'May 2']]),
  };
  expect(savedText(list, new Map([[0, decision]]))).toBe(
    'Name,Email,Birthday,Notes\nBrandt Jonas,J@mail.example,May 2,"Also Name: Jonas Brandt\nAlso Birthday: May 1"\n',
  );
});

test('a phone keeps its label when it moves to another column', () => {
  const list = listOf(
    'Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Email\n' +
      'Jonas Brandt,Mobile,+49 30 5550188,,,j@mail.example\nJonas Brandt,Work,+49 30 5550199,,,j@mail.example',
  );
  const saved = listOf(savedText(list, mergeEverything(list)));
  expect(saved.rows).toEqual([
    ['Jonas Brandt', 'Mobile', '+49 30 5550188', 'Work', '+49 30 5550199', 'j@mail.example'],
  ]);
});

test('a picked spelling is kept, also if another one was better', () => {
  const list = listOf('Name,Phone\nAnn Lee,030 5550199\nAnn Lee,+49 30 5550199\nAnn Lee,+49 30 5550188');
  const decision: Decision = {
    kind: 'merged',
    count: 2,
    members: [0, 2],
    choices: new Map([[1, '030 5550199']]),
  };
  expect(savedText(list, new Map([[0, decision]])).split('\n')[1]).toBe(
    'Ann Lee,030 5550199,Also Phone: +49 30 5550188',
  );
});
