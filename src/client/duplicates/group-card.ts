import { duplicateMessages as texts } from '../../shared/messages/duplicates.ts';
import type { CardContent } from './card-content.ts';
import type { Decision } from './edited-list.ts';
import { createFieldLine } from './field-line.ts';
import { createElement, onPress, part } from './parts.ts';

/** Returns a new card that shows the entries of a group side by side, and lets the visitor decide. */
export function createCard(
  { group: { members, reasons }, name, shown, lines }: CardContent,
  index: number,
  onDecide: (decision: Decision | null) => void,
): HTMLElement {
  const template = part<HTMLTemplateElement>('group');
  const card = template.content.firstElementChild?.cloneNode(true) as HTMLElement;
  const heading = part('name', card);
  heading.id = `group-${String(index)}`;
  part('why', card).textContent = texts.why(reasons);
  heading.textContent = name;
  const fields = part('fields', card);
  fields.dataset.count = String(shown.length);
  fields.append(entryLine(shown, members.length), ...lines.map((line) => createFieldLine(line, heading.id)));
  const merge = part('merge', card);
  merge.textContent = texts.merge(shown.length);
  for (const button of card.querySelectorAll('button')) button.setAttribute('aria-describedby', heading.id);
  const decideOn = (name: string, decide: () => Decision | null) =>
    onPress(name, () => onDecide(decide()), card);
  decideOn('merge', () => {
    const members = chosenMembers(card, shown);
    return { kind: 'merged', count: members.length, members, choices: chosenValues(card) };
  });
  decideOn('apart', () => ({ kind: 'apart' }));
  decideOn('undo', () => null);
  card.onchange = () => {
    const { length } = chosenMembers(card, shown);
    merge.textContent = texts.merge(length);
    merge.toggleAttribute('disabled', length < 2);
  };
  return card;
}

/** Shows the decision instead of the rows, or the rows again. */
export function showDecision(card: HTMLElement, decision: Decision | null = null): void {
  part('open', card).hidden = decision !== null;
  part('decided', card).hidden = decision === null;
  if (decision)
    part('outcome', card).textContent =
      decision.kind === 'merged' ? texts.merged(decision.count) : texts.apart;
}

/** Returns the line with the heads of the rows. With three or more, each can be left out. */
function entryLine(shown: readonly number[], count: number): HTMLElement {
  const cells = shown.map((member) => {
    const text = texts.entry(member + 1);
    if (count < 3) return createElement('span', 'finder-head', text);
    const box = createElement('input', '');
    box.type = 'checkbox';
    box.checked = true;
    box.value = String(member);
    return createElement('label', 'finder-head', box, text);
  });
  const more = count > shown.length ? texts.moreEntries(count - shown.length) : '';
  return createElement('div', 'finder-line', createElement('span', 'finder-term', more), ...cells);
}

function chosenMembers(card: HTMLElement, members: readonly number[]): readonly number[] {
  const boxes = [...card.querySelectorAll<HTMLInputElement>('[type=checkbox]:not(:checked)')];
  const leftOut = new Set(boxes.map(({ value }) => Number(value)));
  return members.filter((member) => !leftOut.has(member));
}

function chosenValues(card: HTMLElement): ReadonlyMap<number, string> {
  const radios = [...card.querySelectorAll<HTMLInputElement>('[type=radio]:checked')];
  return new Map(radios.map(({ dataset, value }) => [Number(dataset.column), value]));
}
