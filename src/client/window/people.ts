import { type Book, compareNames, foldText, type Person } from './book.ts';

/**
 * Returns the book of the window: 218 invented people and 9 remembered ones, always the same. Phone numbers have the
 * 555 of fiction, and email addresses the reserved domain .example.
 */
export function inventPeople(): Book {
  return [...drawnPeople, ...twins, ...rememberedPeople, ...inventOthers()]
    .map((person, id): Person => ({ id, phone: '', email: '', home: '', groups: [], tags: [], ...person }))
    .toSorted(compareNames);
}

export const groups = ['Family', 'Choir', 'Neighbors', 'Work'] as const;
export const tags = ['birthday-card', 'godparents', 'has-our-keys'] as const;

type Entry = Partial<Omit<Person, 'id'>> & Pick<Person, 'name'>;

const street = 'Rua da Fonte #, Lisboa';

/** People who also appear in other drawings of the site: name, phone, home, groups and tags. */
const drawnPeople = readTable(`Tunde Adeyemi|+234 1 555 0162|Marina Road 9, Lagos|Work
Alva Bergström|+46 8 555 0119|Rua da Fonte 10, Lisboa|Neighbors|has-our-keys
Inês Carvalho|+351 21 555 0147|Rua da Fonte 12, Lisboa|Family Choir|birthday-card godparents
Jonas Brandt|+49 30 555 0188|Am Wall 4, Bremen|Choir|has-our-keys
Maeve Doyle|+353 1 555 0134|Rua da Fonte 14, Lisboa|Neighbors|has-our-keys
Mei-Ling Chan|+852 555 0126|Hill Road 7, Hong Kong|Work
Amadou Diop|+221 33 555 0173|Rue Blanchot 5, Dakar|Choir`).map(
  ([name = '', phone = '', home = '', inGroups = '', withTags]): Entry => ({
    name,
    phone,
    email: emailOf(name),
    home,
    groups: inGroups.split(' '),
    tags: withTags?.split(' ') ?? [],
  }),
);

/** The other entries of Inês Carvalho and Jonas Brandt. */
const twins: readonly Entry[] = [
  { name: 'I. Carvalho', phone: '+351 21 555 0147', email: 'carvalho@harbor.example', groups: ['Work'] },
  { name: 'J. Brandt', phone: '+49 30 555 0188', home: 'Am Wall 4, Bremen', groups: ['Work'] },
];

const rememberedPeople: readonly Entry[] = [
  { name: 'Ruth Adler', groups: ['Family', 'Choir'], isRemembered: true },
  { name: 'Tomás Carvalho', groups: ['Family', 'Choir'], isRemembered: true },
  { name: 'Edith Nyberg', groups: ['Neighbors'], isRemembered: true },
];

/** Each country has a phone prefix, a place, six first names and five last names. Most of the family comes from the first two. */
const countries =
  readTable(`+351 21|Rua do Sol #, Setúbal|Rui Marta Lúcia Diogo Clara Nuno|Carvalho Ferreira Sousa Neves Lopes
+39 051|Via dei Fiori #, Bologna|Marco Elena Paolo Chiara Luca Nina|Conti Moretti Greco Bianchi Villa
+46 18|Storgatan #, Uppsala|Sven Ebba Nils Karin Olle Maja|Nyberg Lindqvist Ek Dahl Alm
+49 421|Am Wall #, Bremen|Greta Karl Lotte Emil Frieda Anton|Vogel Krause Ziegler Lenz Hartmann
+234 2|Palm Avenue #, Ibadan|Ngozi Chidi Amara Yemi Bola Ife|Okafor Eze Bello Uche Ojo
+91 20|Hill Road #, Pune|Priya Arjun Meera Ravi Anita Dev|Raman Iyer Patel Joshi Varma
+962 6|Palm Street #, Amman|Noor Samir Layla Tariq Dina Yusuf|Haddad Khoury Nasser Rahal Said
+64 3|Hill Street #, Dunedin|Sefa Mere Tane Ruby Wiremu Ana|Latu Parata Tui Fox Walsh`);

function readTable(text: string): string[][] {
  return text.split('\n').map((line) => line.split('|'));
}

/** Numbers of the people below: 218 active ones with those above, and 9 remembered ones. */
const ACTIVE = 209;
const REMEMBERED = 6;

/**
 * Returns people of all countries in turn. The first 15 of each of the first two countries are the family. The other active ones get
 * a number each, shuffled by a fixed step; the remembered ones repeat the first numbers:
 *
 * | number    | group     |
 * | --------- | --------- |
 * | 0 to 81   | Work      |
 * | 70 to 90  | Choir     |
 * | 86 to 100 | Neighbors |
 */
function inventOthers(): Entry[] {
  let count = 0;
  return Array.from({ length: ACTIVE + REMEMBERED }, (_, index) => {
    const country = index % countries.length;
    const row = Math.floor(index / countries.length);
    const [prefix = '', place = '', firstNames = '', lastNames = ''] = countries[country] ?? [];
    const name = `${pickName(firstNames, row)} ${pickName(lastNames, row)}`;
    const isFamily = country < 2 && row < 15;
    // 179 active people are not family. The step shares no divisor with 179, so that each of them has another number.
    const number = isFamily ? -1 : (count++ * 71) % 179;
    const isBetween = (first: number, last: number) => number >= first && number <= last;
    const isNeighbor = isBetween(86, 100);
    return {
      name,
      isRemembered: index >= ACTIVE,
      phone: `${prefix} 555 01${String(10 + 3 * row)}`,
      email: emailOf(name),
      home: (isNeighbor ? street : place).replace('#', String(isNeighbor ? number - 70 : 3 + 4 * row)),
      groups: chooseNames(groups, [isFamily, isBetween(70, 90), isNeighbor, isBetween(0, 81)]),
      tags: chooseNames(tags, [isFamily || isBetween(86, 96), country === 0 && row < 5]),
    };
  });
}

/** Returns the names whose flag is true. */
function chooseNames(names: readonly string[], flags: readonly boolean[]): string[] {
  return names.filter((_, index) => flags[index]);
}

function pickName(names: string, row: number): string {
  const all = names.split(' ');
  return all[row % all.length] ?? '';
}

/** Turns `Inês Carvalho` into `ines@carvalho.example`. */
function emailOf(name: string): string {
  return `${foldText(name).replace(' ', '@')}.example`;
}
