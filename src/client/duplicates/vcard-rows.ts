import { ListError, maxRows } from './list.ts';

/** Columns of a contact's properties. Other properties keep their own name. */
const headers: Readonly<Record<string, string>> = {
  TEL: 'Phone',
  EMAIL: 'E-mail',
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

/** Parses contacts (vCard 2.1, 3.0 and 4.0) into rows. The first row names the columns. Every property has a column. */
export function* parseContacts(text: string): Generator<undefined, string[][]> {
  const contacts: Map<string, string>[] = [];
  let contact = new Map<string, string>();
  // A line that begins with a blank continues the line before it.
  const lines = text.replace(/(?:\r\n|\n|\r)[ \t]/g, '').split(/\r\n|\n|\r/);
  for (let index = 0; index < lines.length; index += 1) {
    let line = lines[index] ?? '';
    // A quoted-printable line that ends with an equals sign goes on.
    while (/^[^:]*quoted-printable[^:]*:/i.test(line) && line.endsWith('=') && index + 1 < lines.length)
      line = line.slice(0, -1) + (lines[(index += 1)] ?? '');
    if (beginsLikeVcard.test(line)) contact = new Map();
    else if (/^END:VCARD/i.test(line)) contacts.push(contact);
    else addProperty(contact, line);
    if (contacts.length > maxRows) throw new ListError('too-many');
    if (index % 256 === 0) yield;
  }
  const columns = new Set(['Name', ...nameColumns]);
  for (const { keys } of contacts.map((one) => ({ keys: one.keys() })))
    for (const key of keys) columns.add(key);
  const header = [...columns].filter((key) => contacts.some((one) => one.has(key)));
  return [header, ...contacts.map((one) => header.map((key) => one.get(key) ?? ''))];
}

function addProperty(contact: Map<string, string>, line: string): void {
  const [, property = '', parameters = '', rawValue = ''] =
    /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):([^]*)$/.exec(line) ?? [];
  const name = property.toUpperCase();
  const value = /quoted-printable/i.test(parameters) ? decodeQuoted(rawValue) : rawValue;
  if (name === '' || name === 'VERSION' || value.trim() === '') return;
  if (name === 'FN') contact.set('Name', unescape(value));
  else if (name === 'N')
    for (const [index, part] of splitParts(value).entries()) {
      if (part) contact.set(nameColumns[index] ?? `N ${String(index)}`, part);
    }
  else if (name === 'TEL' || name === 'EMAIL') addNumbered(contact, headers[name] ?? name, value, parameters);
  else addPlain(contact, headers[name] ?? name, splitParts(value).filter(Boolean).join(', '));
}

/** Adds `Phone 1 - Type` and `Phone 1 - Value`, with the first number that is free. */
function addNumbered(contact: Map<string, string>, kind: string, value: string, parameters: string): void {
  let number = 1;
  while (contact.has(`${kind} ${String(number)} - Value`)) number += 1;
  const types = [...parameters.matchAll(/;(?:type=)?"?([\w,-]+)"?(?![\w=])/gi)].map(([, type = '']) => type);
  const label = types.filter((type) => !/^(?:pref|voice|internet|quoted-printable)$/i.test(type)).join(' ');
  if (label) contact.set(`${kind} ${String(number)} - Type`, label);
  contact.set(`${kind} ${String(number)} - Value`, unescape(value).replace(/^(?:tel|mailto):/i, ''));
}

/** Adds a property. The second of the same name gets a number. */
function addPlain(contact: Map<string, string>, name: string, value: string): void {
  let header = name;
  for (let number = 2; contact.has(header); number += 1) header = `${name} ${String(number)}`;
  contact.set(header, value);
}

function splitParts(value: string): string[] {
  return value.split(/(?<!\\)(?:\\\\)*;/).map((part) => unescape(part).trim());
}

function unescape(value: string): string {
  return value.replace(/\\([\\,;nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
}

/** Decodes quoted-printable text: UTF-8, or Windows-1252 if it is no valid UTF-8. */
function decodeQuoted(value: string): string {
  const bytes = Uint8Array.from(
    value.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    (character) => character.charCodeAt(0),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
