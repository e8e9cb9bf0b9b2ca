import fc from 'fast-check';
import { settings } from '../../../harness.ts';

/** ID tokens of sample users: see fake-accounts.ts. */
export const tokens = {
  admin: 'fuzz.admin.token',
  /** An affiliate with a ledger. */
  affiliate: 'fuzz.affiliate.token',
  /** A user without an affiliate record. */
  applicant: 'fuzz.applicant.token',
} as const;

/** A caller and its Authorization header. */
export interface Credentials {
  readonly caller: keyof typeof tokens | 'service' | 'anonymous' | 'invalid';
  readonly headers: Readonly<Record<string, string>>;
}

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}
const service = settings.service ?? { name: '', secret: '' };
const credentials = basic(`${service.name}:${service.secret}`);

/** Generates header values: printable text, and ETags and numbers for If-Match. */
const headerText = fc.oneof(
  fc.stringMatching(/^[\x21-\x7e\xa0-\xff]{1,30}$/),
  fc.constantFrom('*', '""', 'W/"1"', '"1"', '"-1"', '"99999999999999999999"', '1', 'x'.repeat(6_000)),
);

function signedIn(caller: keyof typeof tokens) {
  return {
    caller,
    headers: { authorization: `Bearer ${tokens[caller]}` },
  };
}

/** Generates the credentials of sample users, of the service and of anonymous callers, and wrong credentials. */
export const authorization: fc.Arbitrary<Credentials> = fc.oneof(
  { arbitrary: fc.constant(signedIn('admin')), weight: 10 },
  { arbitrary: fc.constant(signedIn('affiliate')), weight: 4 },
  { arbitrary: fc.constant(signedIn('applicant')), weight: 2 },
  {
    arbitrary: fc.constant({ caller: 'service', headers: { authorization: credentials } }),
    weight: 2,
  } as const,
  { arbitrary: fc.constant({ caller: 'anonymous', headers: {} }), weight: 3 } as const,
  {
    arbitrary: fc
      .oneof(
        fc.constantFrom(
          'Bearer',
          'Bearer ',
          'Bearer a.b.c',
          'bearer ..',
          'Basic',
          'Basic !',
          'Digest x',
          basic(''),
          basic(':'),
          basic('a\u0000:b'),
          basic(`${service.name}:`),
        ),
        headerText,
      )
      .map((text) => ({ caller: 'invalid' as const, headers: { authorization: text } })),
    weight: 1,
  },
);

/** Generates other headers of a request. */
export const otherHeaders: fc.Arbitrary<Readonly<Record<string, string>>> = fc.oneof(
  { arbitrary: fc.constant({}), weight: 4 },
  { arbitrary: fc.record({ 'if-match': headerText }), weight: 2 },
  {
    arbitrary: fc.constantFrom('text/html', 'application/json', '*/*;q=0', 'x').map((accept) => ({ accept })),
    weight: 1,
  },
  { arbitrary: fc.record({ cookie: headerText, origin: headerText, referer: headerText }), weight: 1 },
);
