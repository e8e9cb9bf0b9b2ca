import { allContacts, duplicates, findPeople, letterOf, type Person, remembered } from './book.ts';
import type { ElementView, View } from './view.ts';
import { groups, tags } from './people.ts';
import { type Actions, countText, type Pane, panes, type State } from './state.ts';

export function buttonView(label: string, className: string, click?: () => void): ElementView {
  return ['button', { type: 'button', class: className, click }, label];
}

/** The bar at the top: the name, the tabs of a narrow window, and how many people are shown. */
export function titleView(product: string, state: State, tabs: readonly View[]): ElementView {
  return [
    'div',
    { class: 'title' },
    ['b', {}, product],
    ...tabs,
    ['span', { class: 'count' }, countText(state)],
  ];
}

const paneNames: Readonly<Record<Pane, string>> = { side: 'Groups', list: 'People', card: 'Card' };

/** The tabs of a narrow window, one for each pane. */
export function tabsView(actions?: Actions): ElementView {
  return [
    'span',
    { class: 'views', role: 'group', 'aria-label': 'Panes' },
    ...panes.map((pane): View => [
      'button',
      { type: 'button', 'data-pane': pane, click: () => actions?.showPane(pane) },
      paneNames[pane],
    ]),
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
export function sideView({ book, list: chosen }: State, actions?: Actions): ElementView {
  return [
    'div',
    { class: 'side', role: 'listbox', 'aria-label': 'Lists' },
    ...lists.flatMap(([heading, names]): View[] => [
      ...(heading ? [headView('head', heading)] : []),
      ...names.map((list): View => {
        const content: View[] = [`${list} `, ['b', {}, String(findPeople(book, list).length)]];
        return optionView('row', list === chosen, content, { 'data-list': list }, () =>
          actions?.showList(list),
        );
      }),
    ]),
  ];
}

/** A heading in a list of choices. Its group has a name of its own. */
function headView(className: string, text: string): View {
  return ['p', { class: className, 'aria-hidden': 'true' }, text];
}

/** A row in a list of choices. */
function optionView(
  className: string,
  isChosen: boolean,
  content: readonly View[],
  data: Readonly<Record<string, string>>,
  click: () => void,
): View {
  const state = { role: 'option', 'aria-selected': String(isChosen), tabindex: '-1' };
  return ['p', { class: isChosen ? `${className} on` : className, ...state, ...data, click }, ...content];
}

/** The middle pane: search, export, and people by letter. */
export function listView(people: readonly Person[], { chosen }: State, actions?: Actions): ElementView {
  const search = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) actions?.search(target.value);
  };
  return [
    'div',
    { class: 'list' },
    [
      'div',
      { class: 'tools' },
      [
        'input',
        {
          class: 'search-field',
          type: 'search',
          placeholder: 'Search',
          'aria-label': 'Search people',
          input: search,
        },
      ],
      buttonView('Export', 'act', actions?.saveFile),
    ],
    [
      'div',
      { class: 'people', role: 'listbox', 'aria-label': 'People' },
      ...[...Map.groupBy(people, letterOf)].map(([letter, all]): View => [
        'div',
        { role: 'group', 'aria-label': letter },
        headView('initial', letter),
        ...all.map((person) => {
          const data = { 'data-id': String(person.id) };
          const isChosen = person.id === chosen.id;
          return optionView('person', isChosen, personContent(person), data, () =>
            actions?.choose(person.id),
          );
        }),
      ]),
    ],
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
  return 'abcd'.charAt(id % 4);
}

/** The letters at the edge. Rare letters share a thumb, so that each is large enough to press. */
const thumbs = 'A B C D E F G H IJ K L M N OP QR S T UV W XYZ'.split(' ');

/** The thumb index at the right edge. */
export function thumbsView({ chosen }: State, actions?: Actions): ElementView {
  return [
    'div',
    { class: 'thumbs', role: 'toolbar', 'aria-label': 'Letters' },
    ...thumbs.map((letters): View => {
      const on = letters.includes(letterOf(chosen)) ? 'on' : undefined;
      return [
        'button',
        { class: on, type: 'button', tabindex: '-1', click: () => actions?.jump(letters) },
        letters,
      ];
    }),
  ];
}

/** The slip with the archive, below the card. */
export function archiveView({ book }: State, actions?: Actions): ElementView {
  const people = findPeople(book, remembered);
  return [
    'button',
    { class: 'slip', type: 'button', click: () => actions?.showList(remembered) },
    ['b', {}, 'Archive ', ['small', {}, remembered]],
    ...people.slice(0, 2).map((person): View => ['span', { class: 'person' }, ...personContent(person)]),
    ['small', {}, 'Kept apart from your active contacts.'],
  ];
}
