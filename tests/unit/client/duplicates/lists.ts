import fc from 'fast-check';
import { writeList, type Decision, type Decisions } from '../../../../src/client/duplicates/edited-list.ts';
import { findGroups, type Group } from '../../../../src/client/duplicates/find-groups.ts';
import type { PeopleList } from '../../../../src/client/duplicates/list.ts';
import { readPeople } from '../../../../src/client/duplicates/people.ts';
import { readList } from '../../../../src/client/duplicates/read-list.ts';

export function listOf(text: string): PeopleList {
  return readList(new TextEncoder().encode(text));
}

export function groupsOf(list: PeopleList): readonly Group[] {
  return findGroups(readPeople(list));
}

export function savedText(list: PeopleList, decisions: Decisions): string {
  return writeList(list, decisions, groupsOf(list));
}

const header = [
  'Given Name',
  'Family Name',
  'E-mail 1 - Value',
  'Phone 1 - Label',
  'Phone 1 - Value',
  'Phone 2 - Label',
  'Phone 2 - Value',
  'Mobile Phone',
  'Notes',
  'Shoe size',
];
const oneOf = (...values: string[]) => fc.constantFrom('', ...values);
const number = oneOf(
  '+49 30 5550188',
  '030 5550188',
  '030 5550188 (work)',
  '030 5550188 (home)',
  '+1 212 555 0143',
  '(212) 555-0143',
  '+351 21 5550147',
  '112',
);

/** Returns a decision to merge all rows of a group. */
export function mergeAll({ members }: Group): Decision {
  return { kind: 'merged', count: members.length };
}

/** Lists of a few people whose names, numbers and addresses often coincide, with and without a notes column. */
export const someLists: fc.Arbitrary<PeopleList> = fc
  .tuple(
    fc.array(
      fc.tuple(
        oneOf('Jonas', 'Jo', 'J.', 'jonas', 'Inês', 'Ines', 'Isabel', 'Johnathan', 'Jonathan', 'Mom'),
        oneOf('Brandt', 'Jonasson', 'Carvalho', 'Carvallho', 'Reed', 'Brandt, Jonas'),
        oneOf('a@mail.example', 'A@mail.example ', 'b@mail.example', 'c@mail.example', 'nonsense'),
        oneOf('Work', 'Home'),
        number,
        oneOf('Work', 'Mobile'),
        number,
        number,
        oneOf('Tenor', 'a, "b"\nc', '=SUM(A1)'),
        oneOf('39', '40;5'),
      ),
      { minLength: 2, maxLength: 9 },
    ),
    fc.boolean(),
  )
  .map(([rows, hasNotes]) => {
    const all = [header.map((name) => (hasNotes || name !== 'Notes' ? name : 'Hobby')), ...rows];
    return listOf(
      all.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n'),
    );
  })
  .filter(({ rows }) => rows.length > 1);
