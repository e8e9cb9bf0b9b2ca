import { findTwin, type Person, remembered, type SingleField, singleFields } from './book.ts';
import type { ElementView, View } from './view.ts';
import { buttonView, stockOf } from './frame-view.ts';
import type { Actions, State } from './state.ts';

/** The right pane: the card of the chosen person, or the two entries of a possible duplicate. */
export function cardView(state: State, actions?: Actions): ElementView[] {
  const { book, chosen, isReviewing } = state;
  const twin = chosen.isRemembered ? undefined : findTwin(book, chosen);
  if (isReviewing && twin) return reviewView(chosen, twin, actions);
  return [...notice(state, twin, actions), bearer(chosen), details(chosen, twin)];
}

/** The sentence above the card, with the button that goes with it. */
function notice({ chosen, merges }: State, twin: Person | undefined, actions?: Actions): ElementView[] {
  const box = (title: string, text: string, control?: View): ElementView[] => [
    ['div', { class: 'found' }, ['p', {}, ['b', {}, title], text], ...(control ? [control] : [])],
  ];
  if (chosen.isRemembered) return box(remembered, 'Kept apart from your active contacts.');
  if (twin) {
    const text = `“${twin.name}” has the same ${sharedField(chosen, twin)}.`;
    return box('Possible duplicate', text, buttonView('Review', 'act', actions?.review));
  }
  const merge = merges.find(({ kept }) => kept.id === chosen.id);
  if (!merge) return [];
  const text = `“${merge.kept.name}” and “${merge.other.name}” are one card now.`;
  return box('Merged', text, buttonView('Undo', 'act', actions?.undo));
}

function sharedField(one: Person, other: Person): string {
  return one.phone === other.phone ? 'phone number' : 'email';
}

function bearer(person: Person): ElementView {
  const initials = person.name.replaceAll(/(\S)\S*\s?/g, '$1');
  return ['p', { class: 'bearer' }, ['i', { class: `photo ${stockOf(person)}` }, initials], person.name];
}

const labels: Readonly<Record<SingleField, string>> = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  home: 'Home',
};

function details(person: Person, twin?: Person): ElementView {
  const line = (term: string, ...detail: View[]): View[] => [
    ['dt', {}, term],
    ['dd', {}, ...detail],
  ];
  return [
    'dl',
    { class: 'entry' },
    ...singleFields.slice(1).flatMap((field) => {
      const value = person[field];
      if (!value) return [];
      return line(labels[field], twin?.[field] === value ? ['mark', {}, value] : value);
    }),
    ...(person.groups.length > 0 ? line('Groups', person.groups.join(', ')) : []),
    ...(person.tags.length > 0
      ? line('Tags', ...person.tags.flatMap((tag): View[] => [['i', {}, tag], ' ']))
      : []),
  ];
}

/** Two entries field by field. Where both have a value and they differ, the visitor chooses one. */
function reviewView(person: Person, twin: Person, actions?: Actions): ElementView[] {
  return [
    [
      'div',
      { class: 'review', role: 'group', 'aria-label': 'Possible duplicate', tabindex: '-1' },
      [
        'p',
        { class: 'why' },
        ['b', {}, 'One person or two?'],
        `Both entries have the same ${sharedField(person, twin)}. Choose what to keep.`,
      ],
      ...singleFields.map((field) => fieldView(field, person, twin, actions)),
      ...(['groups', 'tags'] as const).map((field): View => [
        'p',
        { class: 'pair' },
        ['b', {}, field === 'groups' ? 'Groups' : 'Tags'],
        ['span', {}, person[field].join(', ') || '–'],
        ['span', {}, twin[field].join(', ') || '–'],
      ]),
      [
        'p',
        { class: 'acts' },
        buttonView('Merge', 'act on', actions?.merge),
        buttonView('Not now', 'act', actions?.closeReview),
        ['small', {}, 'Groups and tags of both are kept.'],
      ],
    ],
  ];
}

function fieldView(field: SingleField, person: Person, twin: Person, actions?: Actions): View {
  const isSame = person[field] === twin[field];
  const mustChoose = person[field] !== '' && twin[field] !== '' && !isSame;
  const cell = (value: string, isOther: boolean): View => {
    if (!mustChoose) return ['span', {}, value && isSame ? ['mark', {}, value] : value || '–'];
    const change = () => actions?.pick(field, isOther);
    return [
      'label',
      {},
      ['input', { type: 'radio', class: 'dot', name: `window-${field}`, checked: !isOther, change }],
      value,
    ];
  };
  return [
    'p',
    { class: `pair ${field}`, ...(mustChoose && { role: 'radiogroup', 'aria-label': labels[field] }) },
    ['b', {}, labels[field]],
    cell(person[field], false),
    cell(twin[field], true),
  ];
}
