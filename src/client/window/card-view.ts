import { findTwin, type Person, remembered, type SingleField, singleFields } from './book.ts';
import type { ElementView, View } from './view.ts';
import { button, stockOf } from './frame-view.ts';
import type { Actions, State } from './state.ts';

/** The right pane: the card of the chosen person, or the two entries of a possible duplicate. */
export function cardView(state: State, act?: Actions): ElementView[] {
  const { book, chosen, isReviewing } = state;
  const twin = chosen.isRemembered ? undefined : findTwin(book, chosen);
  if (isReviewing && twin) return reviewView(chosen, twin, act);
  return [...notice(state, twin, act), bearer(chosen), details(chosen, twin)];
}

/** The sentence above the card, with the button that goes with it. */
function notice({ chosen, merges }: State, twin: Person | undefined, act?: Actions): ElementView[] {
  const box = (title: string, text: string, control?: View): ElementView[] => [
    ['div', { class: 'found' }, ['p', {}, ['b', {}, title], text], ...(control ? [control] : [])],
  ];
  if (chosen.isRemembered) return box(remembered, 'Kept apart from your active contacts.');
  if (twin) {
    const text = `“${twin.name}” has the same ${sharedField(chosen, twin)}.`;
    return box('Possible duplicate', text, button('Review', 'act', act?.review));
  }
  const merge = merges.find(({ kept }) => kept.id === chosen.id);
  if (!merge) return [];
  const text = `“${merge.kept.name}” and “${merge.other.name}” are one card now.`;
  return box('Merged', text, button('Undo', 'act', act?.undo));
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
    {},
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
function reviewView(person: Person, twin: Person, act?: Actions): ElementView[] {
  return [
    [
      'div',
      { class: 'review', ...(act && { role: 'group', 'aria-label': 'Possible duplicate', tabindex: '-1' }) },
      [
        'p',
        { class: 'why' },
        ['b', {}, 'One person or two?'],
        `Both entries have the same ${sharedField(person, twin)}. Choose what to keep.`,
      ],
      ...singleFields.map((field) => fieldView(field, person, twin, act)),
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
        button('Merge', 'act on', act?.merge),
        button('Not now', 'act', act?.closeReview),
        ['small', {}, 'Groups and tags of both are kept.'],
      ],
    ],
  ];
}

function fieldView(field: SingleField, person: Person, twin: Person, act?: Actions): View {
  const mustChoose = person[field] !== '' && twin[field] !== '' && person[field] !== twin[field];
  const cell = (value: string, isOther: boolean): View => {
    if (!mustChoose)
      return ['span', {}, value && person[field] === twin[field] ? ['mark', {}, value] : value || '–'];
    if (!act) return ['span', {}, ['i', { class: isOther ? 'dot' : 'dot on' }], value];
    const pick = () => {
      act.pick(field, isOther);
    };
    return [
      'label',
      {},
      ['input', { type: 'radio', class: 'dot', name: `window-${field}`, checked: !isOther, change: pick }],
      value,
    ];
  };
  return [
    'p',
    {
      class: `pair ${field}`,
      ...(act && mustChoose && { role: 'radiogroup', 'aria-label': labels[field] }),
    },
    ['b', {}, labels[field]],
    cell(person[field], false),
    cell(twin[field], true),
  ];
}
