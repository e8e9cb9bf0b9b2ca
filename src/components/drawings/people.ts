/* The fictional people of the drawn window. */

export const groups: readonly (readonly [name: string, count: number])[] = [
  ['Family', 31],
  ['Choir', 24],
  ['Neighbours', 17],
  ['Work', 86],
];

export const tags: readonly (readonly [name: string, count: number])[] = [
  ['birthday-card', 42],
  ['godparents', 6],
  ['has-our-keys', 3],
];

/** `stock` is the card stock behind the initial; `chosen` marks the row whose card is shown. */
export type Person = readonly [name: string, group: string, stock: 'a' | 'b' | 'c' | 'd', chosen: boolean];

export const peopleByLetter: readonly (readonly [letter: string, people: readonly Person[]])[] = [
  ['A', [['Tunde Adeyemi', 'Work', 'd', false]]],
  [
    'B',
    [
      ['Alva Bergström', 'Neighbours', 'b', false],
      ['Jonas Brandt', 'Choir', 'a', false],
    ],
  ],
  [
    'C',
    [
      ['Inês Carvalho', 'Family, Choir', 'c', true],
      ['Mei-Ling Chan', 'Work', 'b', false],
    ],
  ],
  [
    'D',
    [
      ['Maeve Doyle', 'Neighbours', 'd', false],
      ['Amadou Diop', 'Choir', 'a', false],
    ],
  ],
];

export const remembered: readonly Person[] = [
  ['Ruth Adler', 'Family', 'a', false],
  ['Tomás Carvalho', 'Family, Choir', 'b', false],
];
