import type { ColumnKind, PeopleList } from './list.ts';
import { type NameForm, nameForm } from './name-form.ts';
import { type Phone, phoneKeys, readPhone } from './phone.ts';

/** A row of the list, as it is compared with others. */
export interface Person {
  readonly name: string;
  readonly form: NameForm;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

/** Returns the people of a list, one for each row. */
export function* readPeople({ columns, rows }: PeopleList): Generator<undefined, readonly Person[]> {
  const cellsOf = (row: readonly string[], ...kinds: ColumnKind[]) =>
    columns.flatMap(({ kind }, index) => (kinds.includes(kind) ? valuesIn(row[index] ?? '') : []));
  const hasKind = (kind: ColumnKind) => columns.some((column) => column.kind === kind);
  /** In some lists, `Name` is the last name beside a first name. */
  const isNameLast = hasKind('name') && hasKind('first') && !hasKind('last');
  const drafts = [];
  for (const [index, row] of rows.entries()) {
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
    drafts.push({ name, form: nameForm(name), phones, emails });
    if (index % 64 === 0) yield;
  }
  const keyOf = phoneKeys(allPhones(drafts));
  yield;
  const people: Person[] = [];
  for (const { name, form, phones, emails } of drafts) {
    people.push({ name, form, emails, phones: phones.map(keyOf) });
    if (people.length % 64 === 0) yield;
  }
  return people;
}

function* allPhones(drafts: readonly { readonly phones: readonly Phone[] }[]): Generator<Phone> {
  for (const { phones } of drafts) yield* phones;
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
