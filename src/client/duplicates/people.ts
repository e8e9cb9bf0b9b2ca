import type { ColumnKind, PeopleList } from './list.ts';
import { type NameForm, nameForm } from './name-form.ts';
import { createPhoneKey, readPhone } from './phone.ts';

/** A row of the list, as it is compared with others. */
export interface Person {
  readonly name: string;
  readonly form: NameForm;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

/** Returns the people of a list, one for each row. */
export function readPeople({ columns, rows }: PeopleList): readonly Person[] {
  const cellsOf = (row: readonly string[], ...kinds: ColumnKind[]) =>
    columns.flatMap(({ kind }, index) => (kinds.includes(kind) ? valuesIn(row[index] ?? '') : []));
  const hasKind = (kind: ColumnKind) => columns.some((column) => column.kind === kind);
  /** In some lists, `Name` is the last name beside a first name. */
  const isNameLast = hasKind('name') && hasKind('first') && !hasKind('last');
  const drafts = rows.map((row) => {
    const parts = cellsOf(row, 'first', 'middle', 'last', 'suffix').join(' ');
    const whole = cellsOf(row, 'name').slice(0, 1).join('');
    const ownName = isNameLast ? `${parts} ${whole}`.trim() : whole || parts;
    const name = ownName || cellsOf(row, 'company').join(' ');
    const phones = cellsOf(row, 'phone')
      .map(readPhone)
      .filter((phone) => phone !== null);
    const emails = cellsOf(row, 'email')
      .map(emailKey)
      .filter((email) => email.includes('@'));
    return { name, form: nameForm(name), phones, emails };
  });
  const keyOf = createPhoneKey(drafts.flatMap(({ phones }) => phones));
  return drafts.map((draft) => ({ ...draft, phones: draft.phones.map(keyOf) }));
}

/** Returns the values of a cell. Google writes several phones or emails into one cell, with ` ::: ` between them. */
export function valuesIn(cell: string): string[] {
  return cell
    .split(/:::|[;\n]/)
    .map((value) => value.trim())
    .filter(Boolean);
}

/** Equal for equal emails. */
export function emailKey(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, '');
}
