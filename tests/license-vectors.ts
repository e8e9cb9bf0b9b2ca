import { createPrivateKey } from 'node:crypto';
import { readSigningKey, type SigningKey } from '../src/server/money/licenses/signing-key.ts';
import { type LicenseFacts, writeLicense } from '../src/server/money/licenses/write-license.ts';
import type { LicenseAnswer } from '../src/server/money/licenses/check-license.ts';

/** A license file and the answer that every verifier must give. */
export interface LicenseVector {
  readonly name: string;
  /** The file's text. Its bytes are UTF-8. */
  readonly text: string;
  readonly released_on: string;
  readonly answer: LicenseAnswer;
}

export const revokedId = '01900000-0000-7000-8000-00000000dead';

/** Keys of the vectors alone. No server and no program knows them. */
export const vectorKeys: readonly SigningKey[] = [1, 2].map(keyOfSeed);
const strangersKey = keyOfSeed(3);

const facts: LicenseFacts = {
  id: '01900000-0000-7000-8000-000000000001',
  product: 'Kithbook',
  planId: 'annual',
  orderId: 'I-8WR5LT29DS3B',
  issuedOn: '2026-02-28',
  coversUntil: '2027-02-28',
  name: 'Carla Beispiel',
};

const before = '2026-12-24';
const after = '2027-03-01';

/** Returns the vectors of docs/license-format/vectors.json: the same ones each time, because Ed25519 uses no random number. */
export function licenseVectors(): readonly LicenseVector[] {
  const usual = write({});
  const nameless = write({ name: undefined });
  return [
    ...genuine(),
    ...Object.entries(disguises).flatMap(([name, disguise]) => [
      vector(name, disguise(usual), 'valid'),
      vector(`${name}, no name`, disguise(nameless), 'valid'),
      vector(`${name}, newer release`, disguise(usual), 'expired', after),
    ]),
    ...alteredFields(usual),
    ...alteredSignatures(usual),
    ...refused(),
    ...unreadable(usual),
  ];
}

function genuine(): readonly LicenseVector[] {
  const names = [
    'Ægir Þórsson',
    'Zoë Ångström',
    '山田 太郎',
    'Αλέξανδρος',
    'محمد',
    '👩‍💻 Ada',
    'O’Neil: a name',
    '-----',
    'x'.repeat(60),
    'Key: 00000000',
    'Signature',
    'Name: Name',
    'a b c',
    'é',
    'ﬁ',
    '"quoted"',
    '<b>',
    '=3D',
    '.',
    '%20',
  ];
  return [
    ...names.map((name) => vector(`name ${name}`, write({ name }), 'valid')),
    ...['2026-02-28', '2027-02-27', '2027-02-28'].map((day) =>
      vector(`release of ${day}`, write({}), 'valid', day),
    ),
    ...['2027-03-01', '2028-02-29', '9999-12-31'].map((day) =>
      vector(`release of ${day}`, write({}), 'expired', day),
    ),
    vector('Basic', write({ planId: 'basic', orderId: '5O190127TN364715T' }), 'valid'),
    vector('leap day', write({ issuedOn: '2028-02-29', coversUntil: '2029-02-28' }), 'valid', '2029-02-28'),
    vector('two years', write({ coversUntil: '2028-02-28' }), 'valid', after),
    vector('earlier key', write({}, vectorKeys[1]), 'valid'),
    vector('first of two licenses', write({ name: 'First' }) + write({ coversUntil: '2020-01-01' }), 'valid'),
  ];
}

/** Changes to a text by mail programs, editors and copying. A license stays valid after each of them. */
const disguises: Readonly<Record<string, (text: string) => string>> = {
  'line ends of Windows': (text) => text.replaceAll('\n', '\r\n'),
  'line ends of old Macs': (text) => text.replaceAll('\n', '\r'),
  'no last line end': (text) => text.trimEnd(),
  'byte order mark': (text) => `\uFEFF${text}`,
  'byte order mark and line ends of Windows': (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`,
  'empty lines': (text) => text.replaceAll('\n', '\n\n'),
  quoted: (text) => text.replaceAll(/^/gm, '> '),
  'quoted twice': (text) => text.replaceAll(/^/gm, '>> '),
  indented: (text) => text.replaceAll(/^/gm, '    '),
  'indented by tabs': (text) => text.replaceAll(/^/gm, '\t'),
  'spaces at line ends': (text) => text.replaceAll('\n', '  \n'),
  'non-breaking spaces': (text) => text.replaceAll(' ', '\u00A0'),
  'doubled spaces': (text) => text.replaceAll(' ', '  '),
  'dashes instead of hyphens': (text) => text.replaceAll('-----', '——-'),
  'inside a mail': (text) => `Dear Carla,\n\nThank you!\n\n${text}\nYours\nKithbook\n`,
  'signature in one line': (text) => joinSignature(text, 88),
  'signature in short lines': (text) => joinSignature(text, 20),
  decomposed: (text) => text.normalize('NFD'),
};

function joinSignature(text: string, width: number): string {
  return text.replace(/(?<=Signature:\n)[^-]+/, (lines) =>
    lines.replaceAll('\n', '').replaceAll(new RegExp(`.{1,${String(width)}}`, 'g'), '$&\n'),
  );
}

function alteredFields(usual: string): readonly LicenseVector[] {
  const changes: Readonly<Record<string, readonly [string, string]>> = {
    'another id': [facts.id, facts.id.replace(/1$/, '2')],
    'another product': ['Product: Kithbook', 'Product: Kithbook Pro'],
    'another plan': ['Plan: annual', 'Plan: basic'],
    'another order': [facts.orderId, 'I-8WR5LT29DS3C'],
    'issued later': [facts.issuedOn, '2026-03-01'],
    'covers a year more': [facts.coversUntil, '2028-02-28'],
    'covers everything': [facts.coversUntil, '9999-12-31'],
    'another name': ['Carla', 'Clara'],
    'a name in capitals': ['Carla', 'CARLA'],
    'no name': ['Name: Carla Beispiel\n', ''],
    'no space in the name': ['Carla Beispiel', 'CarlaBeispiel'],
    'a look-alike letter': ['Carla', 'Саrla'],
    'an invisible letter': ['Carla', 'Carla\u200B'],
    'a zero byte': ['Carla', 'Carla\u0000'],
    'the other known key': [vectorKeys[0]?.id ?? '', vectorKeys[1]?.id ?? ''],
  };
  return Object.entries(changes).map(([name, [from, to]]) =>
    vector(name, usual.replace(from, to), 'altered'),
  );
}

function alteredSignatures(usual: string): readonly LicenseVector[] {
  const signature = /(?<=Signature:\n)[^-]+/.exec(usual)?.[0] ?? '';
  const replaced = (text: string) => usual.replace(signature, text);
  const positions = Array.from({ length: 57 }, (_, index) => Math.floor(index * 1.5));
  return [
    ...positions.map((index) =>
      vector(`signature altered at ${String(index)}`, replaced(swapLetter(signature, index)), 'altered'),
    ),
    vector('no signature', replaced(''), 'altered'),
    vector('half a signature', replaced(signature.slice(0, 45)), 'altered'),
    vector('signature twice', replaced(signature + signature), 'altered'),
    vector('signature without padding', replaced(signature.replace('==', '')), 'altered'),
    vector('another spelling of the last byte', replaced(respell(signature)), 'altered'),
    vector('signature in the alphabet of web addresses', replaced(toUrlAlphabet(signature)), 'altered'),
    vector('signature of zeros', replaced(`${'A'.repeat(86)}==\n`), 'altered'),
    vector('signature of other facts', replaced(signatureOf({ coversUntil: '2030-01-01' })), 'altered'),
    vector('signature by a stranger', replaced(signatureOf({}, strangersKey)), 'altered'),
  ];
}

function signatureOf(changes: Partial<LicenseFacts>, key?: SigningKey): string {
  return /(?<=Signature:\n)[^-]+/.exec(write(changes, key))?.[0] ?? '';
}

function swapLetter(text: string, index: number): string {
  return `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
}

/** Changes the four bits of the last letter that mean nothing. */
function respell(signature: string): string {
  return signature.replace(
    /(.)==/,
    (_, letter: string) => `${String.fromCodePoint((letter.codePointAt(0) ?? 0) + 1)}==`,
  );
}

function toUrlAlphabet(signature: string): string {
  return signature.replaceAll('+', '-').replaceAll('/', '_').replace('==', '');
}

function refused(): readonly LicenseVector[] {
  return [
    vector('key of a stranger', write({}, strangersKey), 'unknown-key'),
    vector(
      'unknown key with a known signature',
      write({}).replace(/Key: .*/, 'Key: 00000000'),
      'unknown-key',
    ),
    vector(
      'name of a property of every object',
      write({}).replace(/Key: .*/, 'Key: constructor'),
      'unknown-key',
    ),
    vector('genuine license of another product', write({ product: 'Kithmap' }), 'other-product'),
    vector('product in lower case', write({ product: 'kithbook' }), 'other-product'),
    vector('other product, newer release', write({ product: 'Kithmap' }), 'other-product', after),
    vector('revoked', write({ id: revokedId }), 'revoked'),
    vector('revoked, newer release', write({ id: revokedId }), 'revoked', after),
    vector('revoked id changed to another', write({ id: revokedId }).replace(revokedId, facts.id), 'altered'),
  ];
}

function unreadable(usual: string): readonly LicenseVector[] {
  const [first = '', ...rest] = usual.split('\n');
  const field = (label: string) => new RegExp(`^${label}: .*\n`, 'm');
  const without = ['License', 'Product', 'Plan', 'Order', 'Issued', 'Covers releases until', 'Key'];
  return [
    ...without.map((label) => vector(`without ${label}`, usual.replace(field(label), ''), 'unreadable')),
    ...without.map((label) => vector(`${label} twice`, usual.replace(field(label), '$&$&'), 'unreadable')),
    vector('empty file', '', 'unreadable'),
    vector('another text', 'Dear Carla,\n\nThank you!\n', 'unreadable'),
    vector('without its first line', rest.join('\n'), 'unreadable'),
    vector('without its last line', usual.replace(/-----END.*\n/, ''), 'unreadable'),
    vector('first line alone', first, 'unreadable'),
    vector('without the word Signature', usual.replace('Signature:\n', ''), 'unreadable'),
    vector('one more field', usual.replace('Plan:', 'Seats: 5\nPlan:'), 'unreadable'),
    vector('fields in another order', usual.replace(/(Plan: .*\n)(Order: .*\n)/, '$2$1'), 'unreadable'),
    vector('labels in lower case', usual.replace('Plan:', 'plan:'), 'unreadable'),
    vector('everything in one line', usual.replaceAll('\n', ' '), 'unreadable'),
    vector('UTF-16 read as bytes', usual.replaceAll(/./gs, '$&\u0000'), 'unreadable'),
  ];
}

function vector(name: string, text: string, answer: LicenseAnswer, releasedOn = before): LicenseVector {
  return { name, text, released_on: releasedOn, answer };
}

function write(changes: Partial<LicenseFacts>, key = vectorKeys[0]): string {
  if (!key) throw new Error('The vectors need a key.');
  return writeLicense({ ...facts, ...changes }, key);
}

/** Returns the key whose seed is a byte 32 times. RFC 8410 has the bytes before the seed. */
function keyOfSeed(byte: number): SigningKey {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, byte)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return readSigningKey(key.export({ format: 'der', type: 'pkcs8' }).toString('base64'));
}
