import { duplicateMessages as texts } from '../../shared/messages/duplicates.ts';
import type { FieldLine } from './card-content.ts';
import { createElement } from './parts.ts';

/** Returns the line of a field: its name, and a cell for each entry. */
export function createFieldLine(
  { term: name, hint, column, isChoice, isDifferent, cells }: FieldLine,
  groupId: string,
): HTMLElement {
  const term = createElement('span', 'finder-term', name, ' ', createElement('small', '', hint));
  term.id = `${groupId}-${String(column)}`;
  const line = createElement('div', 'finder-line', term);
  line.setAttribute('role', isChoice ? 'radiogroup' : 'group');
  line.setAttribute('aria-labelledby', term.id);
  line.toggleAttribute('data-differs', isDifferent);
  for (const cell of cells) {
    const box = createElement('div', 'finder-cell', ...(cell.length === 0 ? [texts.empty] : []));
    for (const { value, text: shown, isOffered, isChosen } of cell) {
      const text = createElement('span', '', shown);
      box.append(
        isOffered ? createElement('label', '', createRadio(term.id, column, value, isChosen), text) : text,
      );
    }
    line.append(box);
  }
  return line;
}

function createRadio(name: string, column: number, value: string, isChecked: boolean): HTMLElement {
  const radio = createElement('input', '');
  radio.type = 'radio';
  radio.name = name;
  radio.value = value;
  radio.checked = isChecked;
  radio.dataset.column = String(column);
  return radio;
}
