import { describe, expect, test } from 'vitest';
import { FinderError, type PeopleList } from '../../../../src/client/duplicates/list.ts';
import { readPeople } from '../../../../src/client/duplicates/people.ts';
import { readList } from '../../../../src/client/duplicates/read-list.ts';
import { groupsOf, listOf, savedText } from './lists.ts';

const summarize = (list: PeopleList) =>
  readPeople(list).map(({ name, phones, emails }) => [name, phones.join(), emails.join()]);

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf16 = (text: string, isLittle: boolean) =>
  Uint8Array.from(
    [...`\uFEFF${text}`].flatMap((character) => {
      const code = character.charCodeAt(0);
      return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255];
    }),
  );

describe('the people in', () => {
  test.each([
    ['a plain list', 'Name,Email,Phone\nInês Carvalho,INES@mail.example ,+351 21 555 0147'],
    ['a list with semicolons', 'Name;Email;Phone\n"Inês Carvalho";ines@mail.example;00351 215550147'],
    [
      'a list with tabs',
      'Vorname\tNachname\tE-Mail\tTelefon\nInês\tCarvalho\tines@mail.example\t+351215550147',
    ],
    ['a list without a header', 'Inês Carvalho,ines@mail.example,+351 21 555 0147'],
    [
      'a list without a header and with two columns of names',
      'Inês,Carvalho,ines@mail.example,+351 21 555 0147',
    ],
    [
      'a sheet that names its separator',
      'sep=;\r\nName;Email;Phone\r\nInês Carvalho;ines@mail.example;+351215550147',
    ],
    [
      'Google Contacts',
      'First Name,Middle Name,Last Name,Phonetic First Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\nInês,,Carvalho,12345678,* Work,ines@mail.example,Mobile,+351 21 555 0147',
    ],
    [
      'Outlook',
      'First Name,Last Name,Company Main Phone,Business Fax,Mobile Phone,E-mail Address,E-mail Type,E-mail Display Name\nInês,Carvalho,+1 212 555 0100,+1 212 555 0101,+351 21 555 0147,ines@mail.example,SMTP,Inês (ines@mail.example)',
    ],
    [
      'vCard 3.0',
      'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Inês \r\n Carvalho\r\nN:Carvalho;Inês;;;\r\nEMAIL;TYPE=INTERNET:ines@mail.exa\r\n mple\r\nitem1.TEL;TYPE=CELL:+351 21 555 0147\r\nEND:VCARD\r\n',
    ],
    [
      'vCard 2.1',
      'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=43=61=72=76=61=6C=68=6F;=49=6E=\n=C3=AA=73\nEMAIL;INTERNET:ines@mail.example\nTEL;CELL:+351215550147\nEND:VCARD',
    ],
    [
      'vCard 4.0',
      'BEGIN:VCARD\nVERSION:4.0\nFN:Inês Carvalho\nEMAIL:ines@mail.example\nTEL;VALUE=uri;TYPE="voice,cell":tel:+351-21-555-0147\nEND:VCARD',
    ],
  ])('%s', (_, text) => {
    const [person] = summarize(listOf(text));
    expect(person?.[0]?.split(' ').sort()).toEqual(['Carvalho', 'Inês']);
    expect(person?.slice(1)).toEqual(['351 215550147', 'ines@mail.example']);
  });
});

test.each([
  ['UTF-8 with a mark', new TextEncoder().encode('\uFEFFName\nInês Carvalho')],
  ['UTF-16 LE', utf16('Name\nInês Carvalho', true)],
  ['UTF-16 BE', utf16('Name\nInês Carvalho', false)],
  ['Windows-1252', latin('Name\nIn\xEAs Carvalho')],
])('reads %s', (_, bytes) => {
  const list = readList(bytes);
  expect(list.rows).toEqual([['Inês Carvalho']]);
  expect(savedText(list, new Map())).toBe('\uFEFFName\nInês Carvalho\n');
});

test('keeps separators, line ends, unknown columns, blanks and formulas as they are', () => {
  const text =
    'sep=;\r\nName;Email;Shoe size;\r\n"Brandt; Jonas";j@mail.example;" 40";x\r\n"a\r\nb";"\'=1+1";=1+1;\r\n';
  expect(savedText(listOf(text), new Map())).toBe(
    text.replaceAll('" 40"', ' 40').replace('"\'=1+1"', "'=1+1"),
  );
});

test('every property of a contact has a column', () => {
  const list = listOf(
    'BEGIN:VCARD\nFN:Ada Reed\nTEL;HOME:555 0121\nTEL;WORK:555 0122\nNOTE:a\\nb\\, c\nX-ODD;P=1:x\nUID:7\nADR;TYPE=HOME:;;1 Lane;Town;;;\nURL:https://x.example/a;b\nEND:VCARD',
  );
  expect(
    Object.fromEntries(list.columns.map(({ header }, index) => [header, list.rows[0]?.[index]])),
  ).toEqual({
    Name: 'Ada Reed',
    'Phone 1 - Type': 'HOME',
    'Phone 1 - Value': '555 0121',
    'Phone 2 - Type': 'WORK',
    'Phone 2 - Value': '555 0122',
    Notes: 'a\nb, c',
    'X-ODD': 'x',
    UID: '7',
    'Address HOME': '1 Lane, Town',
    Website: 'https://x.example/a;b',
  });
});

test('reads a file that is cut off, and quoted lines that begin with a blank', () => {
  const list = listOf(
    'BEGIN:VCARD\nFN:Ada Reed\nBEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:Ben=\n Diop\nEND:VCARD\nBEGIN:VCARD\nFN:Cleo\n  Chan',
  );
  expect(list.rows).toEqual([['Ada Reed'], ['Ben Diop'], ['Cleo Chan']]);
});

test('one bad byte leaves the other letters of a UTF-8 file as they are', () => {
  const list = readList(latin('Name\nIn\xC3\xAAs Carvalho\nJos\xC3\xA9 \xFF'));
  expect(list.rows.flat()).toEqual(['Inês Carvalho', 'José \uFFFD']);
  expect(list.isGuess).toBe(true);
});

test.each([
  ['empty', ' \n'],
  ['no-people', 'Name,Email\n'],
  ['no-columns', 'Color,Size\nred,40'],
  ['open-quote', 'Name,Email\n"Ada,a@mail.example\n'],
  ['picture', '\x89PNG\r\n'],
  ['picture', '\xFF\xD8\xFF\xE0'],
  ['pdf', '%PDF-1.7'],
  ['workbook', 'PK\x03\x04'],
  ['workbook', '\xD0\xCF\x11\xE0'],
  ['json', '[{"name":"Ada"}]'],
  ['web-page', '<!doctype html>'],
  ['binary', 'Name\0\x01\x02,Email'],
])('refuses a file with the reason %s', (problem, text) => {
  expect(() => readList(latin(text))).toThrow(new FinderError(problem as FinderError['message']));
});

test('a list of more than 100,000 people is refused', () => {
  expect(() => listOf(`Name\n${'Ada Reed\n'.repeat(100_002)}`)).toThrow(new FinderError('too-many'));
});

test('several phones in one cell are each compared', () => {
  expect(
    groupsOf(listOf('Name,Phone\nAda,+1 212 555 0143 ::: +1 212 555 0144\nBen,+1 212 555 0144')),
  ).toHaveLength(1);
});
