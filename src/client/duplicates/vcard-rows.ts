import { decodeText } from './decode-file.ts';
import { FinderError, maxRows } from './list.ts';

/** Columns of a contact's properties. Other properties keep their own name. */
const headers: Readonly<Record<string, string>> = {
  TEL: 'Phone',
  EMAIL: 'E-mail',
  FN: 'Name',
  ORG: 'Organization Name',
  TITLE: 'Organization Title',
  BDAY: 'Birthday',
  NOTE: 'Notes',
  NICKNAME: 'Nickname',
  ADR: 'Address',
  URL: 'Website',
};
const nameColumns = ['Last Name', 'First Name', 'Middle Name', 'Name Prefix', 'Name Suffix'];

export const beginsLikeVcard = /^\s*BEGIN:VCARD/i;

/** A contact while it is read: its values by column, and how often each property came. */
interface Contact {
  readonly cells: Map<string, string>;
  readonly counts: Map<string, number>;
}

/** Parses contacts (vCard 2.1, 3.0 and 4.0) into rows. The first row names the columns. Every property has a column. */
export function parseContacts(text: string): string[][] {
  const contacts: Contact[] = [];
  let contact = emptyContact();
  // A contact ends with its last line, or where the next one begins, as in a file that is cut off.
  const finish = () => {
    if (contact.cells.size > 0) contacts.push(contact);
    contact = emptyContact();
    if (contacts.length > maxRows) throw new FinderError('too-many');
  };
  const lines = text.split(/\r\n|\n|\r/);
  for (let index = 0; index < lines.length; index += 1) {
    let line = lines[index] ?? '';
    for (;;) {
      const next = lines[index + 1];
      if (next === undefined) break;
      // Joins a quoted-printable line that ends with an equals sign, or a line before one that begins with a blank, with the next.
      if (line.endsWith('=') && /^[^:]*quoted-printable[^:]*:/i.test(line)) line = line.slice(0, -1) + next;
      else if (/^[ \t]/.test(next)) line += next.slice(1);
      else break;
      index += 1;
    }
    if (/^\s*(?:BEGIN|END):VCARD/i.test(line)) finish();
    else addProperty(contact, line);
  }
  finish();
  const columns = new Set(['Name', ...nameColumns]);
  for (const { cells } of contacts) for (const key of cells.keys()) columns.add(key);
  const header = [...columns].filter((key) => contacts.some(({ cells }) => cells.has(key)));
  return [header, ...contacts.map(({ cells }) => header.map((key) => cells.get(key) ?? ''))];
}

function emptyContact(): Contact {
  return { cells: new Map(), counts: new Map() };
}

function addProperty(contact: Contact, line: string): void {
  const [, property = '', parameters = '', rawValue = ''] =
    /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):([^]*)$/.exec(line) ?? [];
  const name = property.toUpperCase();
  const value = /quoted-printable/i.test(parameters) ? decodeQuoted(rawValue) : rawValue;
  if (name === '' || name === 'VERSION' || value.trim() === '') return;
  const kind = headers[name] ?? name;
  const { cells } = contact;
  if (name === 'N' && countOf(contact, name) === 1)
    for (const [index, part] of splitParts(value).entries()) {
      if (part) cells.set(nameColumns[index] ?? `N ${String(index)}`, part);
    }
  else if (name === 'TEL' || name === 'EMAIL') {
    const numbered = `${kind} ${String(countOf(contact, kind))}`;
    const label = typesOf(parameters);
    if (label) cells.set(`${numbered} - Type`, label);
    cells.set(`${numbered} - Value`, unescapeText(value).replace(/^(?:tel|mailto):/i, ''));
  } else {
    const header = name === 'ADR' ? `${kind} ${typesOf(parameters)}`.trim() : kind;
    const count = countOf(contact, header);
    const isParted = ['N', 'ADR', 'ORG'].includes(name);
    const text = isParted ? splitParts(value).filter(Boolean).join(', ') : unescapeText(value).trim();
    cells.set(count === 1 ? header : `${header} ${String(count)}`, text);
  }
}

/** Counts a property. Returns 1 for the first one. */
function countOf({ counts }: Contact, property: string): number {
  const count = (counts.get(property) ?? 0) + 1;
  counts.set(property, count);
  return count;
}

/** Returns the kinds of a phone, an email or an address, such as `HOME`. */
function typesOf(parameters: string): string {
  const types = [...parameters.matchAll(/;(?:type=)?"?([\w,-]+)"?(?![\w=])/gi)].map(([, type = '']) => type);
  return types.filter((type) => !/^(?:pref|voice|internet|quoted-printable)$/i.test(type)).join(' ');
}

function splitParts(value: string): string[] {
  return value.split(/(?<!\\)(?:\\\\)*;/).map((part) => unescapeText(part).trim());
}

function unescapeText(value: string): string {
  return value.replace(/\\([\\,;nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
}

/** Decodes quoted-printable text. */
function decodeQuoted(value: string): string {
  const bytes = value.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return decodeText(Uint8Array.from(bytes, (character) => character.charCodeAt(0))).text;
}
