import { allContacts, duplicates, findPeople, letterOf, type Person, remembered } from './book.ts';
import type { ElementView, View } from './view.ts';
import { groups, tags } from './people.ts';
import { type Actions, countText, type Pane, panes, type State } from './state.ts';

/** A button, or its drawing. */
export function button(label: string, className: string, onClick?: () => void): ElementView {
  return onClick
    ? ['button', { type: 'button', class: className, click: onClick }, label]
    : ['span', { class: className }, label];
}

const paneNames: Readonly<Record<Pane, string>> = { side: 'Groups', list: 'People', card: 'Card' };

/** The bar at the top: the name, the panes of a narrow window, and how many people are shown. */
export function titleView(product: string, state: State, act?: Actions): ElementView {
  return [
    'div',
    { class: 'title' },
    ['b', {}, product],
    [
      'span',
      { class: 'views', ...(act && { role: 'group', 'aria-label': 'Panes' }) },
      ...panes.map((pane): View => [
        act ? 'button' : 'b',
        act
          ? {
              type: 'button',
              'data-pane': pane,
              click: () => {
                act.showPane(pane);
              },
            }
          : {},
        paneNames[pane],
      ]),
    ],
    ['span', { class: 'count' }, countText(state)],
  ];
}

/** The lists of the left pane under their headings. */
const lists: readonly (readonly [heading: string, lists: readonly string[]])[] = [
  ['', [allContacts, duplicates]],
  ['Groups', groups],
  ['Tags', tags.map((tag) => `#${tag}`)],
  ['Archive', [remembered]],
];

/** The left pane: the lists, each with its number of people. */
export function sideView({ book, list: chosen }: State, act?: Actions): ElementView {
  const row = (list: string): View => [
    'p',
    {
      class: list === chosen ? 'row on' : 'row',
      ...(act &&
        option(list === chosen, () => {
          act.showList(list);
        })),
      ...(act && { 'data-list': list }),
    },
    `${list} `,
    ['b', {}, String(findPeople(book, list).length)],
  ];
  return [
    'div',
    { class: 'side', ...(act && { role: 'listbox', 'aria-label': 'Lists' }) },
    ...lists.flatMap(([heading, names]): View[] => [
      ...(heading ? [head(heading, act)] : []),
      ...names.map(row),
    ]),
  ];
}

function head(text: string, act?: Actions): View {
  return ['p', { class: 'head', ...(act && { 'aria-hidden': 'true' }) }, text];
}

/** Attributes of a row in a list of choices. */
function option(isChosen: boolean, click: () => void) {
  return { role: 'option', 'aria-selected': String(isChosen), tabindex: '-1', click };
}

/** The middle pane: search, export, and people by letter. */
export function listView(people: readonly Person[], { chosen }: State, act?: Actions): ElementView {
  const letters = [...Map.groupBy(people, letterOf)];
  return [
    'div',
    { class: 'list' },
    [
      'div',
      { class: 'tools' },
      act
        ? [
            'input',
            {
              class: 'find',
              type: 'search',
              placeholder: 'Search',
              'aria-label': 'Search people',
              input: ({ target }) => {
                if (target instanceof HTMLInputElement) act.search(target.value);
              },
            },
          ]
        : ['span', { class: 'find' }, 'Search'],
      button('Export', 'act', act?.saveFile),
    ],
    [
      'div',
      { class: 'people', ...(act && { role: 'listbox', 'aria-label': 'People' }) },
      ...letters.map(([letter, all]): View => [
        'div',
        { ...(act && { role: 'group', 'aria-label': letter }) },
        ['p', { class: 'letter', ...(act && { 'aria-hidden': 'true' }) }, letter],
        ...all.map((person) => personView(person, person.id === chosen.id, act)),
      ]),
    ],
    ...(act ? ([['p', { class: 'nobody' }]] as const) : []),
  ];
}

/** A row with a person. */
function personView(person: Person, isChosen: boolean, act?: Actions): ElementView {
  return [
    'p',
    {
      class: isChosen ? 'person on' : 'person',
      ...(act && {
        ...option(isChosen, () => {
          act.choose(person.id);
        }),
        'data-id': String(person.id),
      }),
    },
    ...personContent(person),
  ];
}

/** A person's initial, name, and groups or town. */
export function personContent(person: Person): View[] {
  const detail = person.groups.join(', ') || (person.home.split(', ')[1] ?? '');
  return [
    ['i', { class: `face ${stockOf(person)}` }, person.name.charAt(0)],
    ['span', {}, `${person.name} `, ['small', {}, detail]],
  ];
}

/** The card stock behind a person's initials, see --stock-a to --stock-d in tokens.css. */
export function stockOf({ id }: Person): string {
  // Each name stands for itself, so that the build keeps its style.
  return ['a', 'b', 'c', 'd'][id % 4] ?? 'a';
}

/** The letters at the edge. Rare letters share a thumb, so that each is large enough to press. */
const thumbs = 'A B C D E F G H IJ K L M N OP QR S T UV W XYZ'.split(' ');

/** The thumb index at the right edge. */
export function thumbsView({ chosen }: State, act?: Actions): ElementView {
  return [
    'div',
    {
      class: 'thumbs',
      ...(act && { role: 'toolbar', 'aria-label': 'Letters' }),
    },
    ...thumbs.map((letters): View => {
      const on = letters.includes(letterOf(chosen)) ? 'on' : undefined;
      return [
        act ? 'button' : 'i',
        {
          class: on,
          ...(act && {
            type: 'button',
            tabindex: '-1',
            click: () => {
              act.jump(letters);
            },
          }),
        },
        letters,
      ];
    }),
  ];
}

/** The slip with the archive, below the card. */
export function archiveView({ book }: State, act?: Actions): ElementView {
  const people = findPeople(book, remembered);
  return [
    act ? 'button' : 'div',
    {
      class: 'archive',
      ...(act && {
        type: 'button',
        click: () => {
          act.showList(remembered);
        },
      }),
    },
    ['b', {}, 'Archive ', ['small', {}, remembered]],
    ...people.slice(0, 2).map((person): View => ['span', { class: 'person' }, ...personContent(person)]),
    ['small', {}, 'Kept apart from your active contacts.'],
  ];
}
