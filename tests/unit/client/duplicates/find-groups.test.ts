import { expect, test } from 'vitest';
import { findGroups } from '../../../../src/client/duplicates/find-groups.ts';
import { nameForm } from '../../../../src/client/duplicates/name-form.ts';
import type { Person } from '../../../../src/client/duplicates/people.ts';
import { groupsOf, listOf } from './lists.ts';
import { sampleList } from '../../../../src/client/duplicates/sample-list.ts';

const found = (text: string) =>
  groupsOf(listOf(text)).map(({ members, reasons, isObvious }) => [
    members.join(),
    reasons.join(),
    isObvious,
  ]);

test('the sample list has five groups, three of them obvious', () => {
  expect(found(sampleList)).toEqual([
    ['2,3', 'phone,near-name', true],
    ['4,5', 'email,near-name', true],
    ['7,8', 'phone,same-name', true],
    ['10,11', 'phone', false],
    ['12,13', 'near-name', false],
  ]);
});

test('an initial matches only if one full name fits', () => {
  expect(found('Name,Phone\nI. Carvalho,\nInês Carvalho,')).toEqual([['0,1', 'near-name', false]]);
  expect(found('Name,Phone\nI. Carvalho,\nInês Carvalho,\nIsabel Carvalho,')).toEqual([]);
});

test('a number of more than five names is no reason', () => {
  const names = ['Ada Reed', 'Ben Diop', 'Cleo Chan', 'Dan Adler', 'Eve Doyle', 'Finn Brandt'];
  const list = (all: readonly string[]) =>
    `Name,Phone\n${all.map((name) => `${name},+1 212 555 0143`).join('\n')}`;
  expect(found(list(names.slice(0, 5)))).toEqual([['0,1,2,3,4', 'phone', false]]);
  expect(found(list(names))).toEqual([]);
  expect(found(list([...names, 'REED Ada']))).toEqual([['0,6', 'same-name', false]]);
});

test('members of a family who share a number are never obvious', () => {
  expect(found('Name,Phone\nJ. Brandt,0305550188\nJonas Brandt,0305550188\nJulia Brandt,0305550188')).toEqual(
    [['0,1,2', 'phone,near-name', false]],
  );
});

/** Returns people, and how often a property of one of their names was read. */
function countedPeople(people: readonly Person[]): { people: readonly Person[]; reads: () => number } {
  let reads = 0;
  const counted = people.map(({ form, ...person }) => ({
    ...person,
    form: new Proxy(form, {
      get(target, key: keyof typeof form) {
        reads += 1;
        return target[key];
      },
    }),
  }));
  return { people: counted, reads: () => reads };
}

test('the work grows with the rows, also if all share a number or a name', () => {
  const person = (name: string, phone: string) => ({
    name,
    form: nameForm(name),
    phones: [phone],
    emails: [],
  });
  const letters = (index: number) =>
    index.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
  const worst = {
    'one number': (index: number) => person(`Ada${letters(index)} Reed`, '1'),
    'one name': (index: number) => person('Ada Reed', String(index)),
    'one last name': (index: number) => person(`${letters(index)}johnathan Reed`, String(index)),
    'one initial': (index: number) =>
      person(index % 2 ? 'J. Reed' : `J${letters(index)} Reed`, String(index)),
  };
  for (const [name, make] of Object.entries(worst)) {
    const [few = 1, many = 0] = [1_000, 8_000].map((size) => {
      const { people, reads } = countedPeople(Array.from({ length: size }, (_, index) => make(index)));
      findGroups(people);
      return reads();
    });
    expect(many / few, name).toBeLessThan(12);
  }
  expect(findGroups(Array.from({ length: 8_000 }, (_, index) => worst['one name'](index)))).toHaveLength(1);
});
