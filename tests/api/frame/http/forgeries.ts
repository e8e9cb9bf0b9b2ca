import { signWithSecret, otherKeyPair } from '../../fake-firebase.ts';
import { now, type Tokens, type User } from './tokens.ts';

type Forge = (user: User, tokens: Tokens) => string;

const otherKeys = otherKeyPair();

function withoutSignature(token: string) {
  return token.slice(0, token.lastIndexOf('.') + 1);
}

function withClaims(token: string, claims: object) {
  const [head = '', , signature = ''] = token.split('.');
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

/** Creates a token that another key signed, with a header that names the key. */
function withHeader(extra: object): Forge {
  return (user, tokens) =>
    tokens.sign({ ...tokens.header(), ...extra }, tokens.claimsOf(user), otherKeys.privateKey);
}

/** Forged and expired tokens. Each differs from a valid token in one property. */
export const forgeries: readonly (readonly [what: string, make: Forge])[] = [
  [
    'an unsigned token',
    (user, tokens) => withoutSignature(tokens.sign({ alg: 'none', typ: 'JWT' }, tokens.claimsOf(user))),
  ],
  [
    'a token with alg none and the key id',
    (user, tokens) =>
      withoutSignature(tokens.sign({ ...tokens.header(), alg: 'none' }, tokens.claimsOf(user))),
  ],
  [
    'a token signed by HS256 with the public certificate',
    (user, tokens) =>
      signWithSecret({ ...tokens.header(), alg: 'HS256' }, tokens.claimsOf(user), tokens.certificate),
  ],
  [
    'a token signed by another key',
    (user, tokens) => tokens.sign(tokens.header(), tokens.claimsOf(user), otherKeys.privateKey),
  ],
  ['an empty signature', (user, tokens) => withoutSignature(tokens.good(user))],
  [
    'changed claims',
    (user, tokens) => withClaims(tokens.good(user), { ...tokens.claimsOf(user), admin: true }),
  ],
  [
    'an unknown kid',
    (user, tokens) => tokens.sign({ ...tokens.header(), kid: 'another' }, tokens.claimsOf(user)),
  ],
  ['a kid that is a path', withHeader({ kid: '../../../../dev/null' })],
  ['the header jku', withHeader({ jku: 'https://keys.evil.example/jwks.json' })],
  ['the header jwk', withHeader({ jwk: otherKeys.publicKey.export({ format: 'jwk' }) })],
  [
    'a crit header',
    (user, tokens) => tokens.sign({ ...tokens.header(), alg: 'RS512', crit: ['exp'] }, tokens.claimsOf(user)),
  ],
  ['another project’s audience', (user, tokens) => tokens.good(user, { aud: 'kithbook-other' })],
  [
    'another issuer',
    (user, tokens) => tokens.good(user, { iss: 'https://securetoken.evil.example/kithbook-live' }),
  ],
  ['an expired token', (user, tokens) => tokens.good(user, { iat: now() - 7_200, exp: now() - 3_600 })],
  ['a token without an expiry', (user, tokens) => tokens.good(user, { exp: undefined })],
  [
    'a token issued minutes in the future',
    (user, tokens) => tokens.good(user, { iat: now() + 120, exp: now() + 3_600 }),
  ],
  ['a token that is not valid yet', (user, tokens) => tokens.good(user, { nbf: now() + 600 })],
  ['a sign-in minutes in the future', (user, tokens) => tokens.good(user, { auth_time: now() + 120 })],
  ['an empty subject', (user, tokens) => tokens.good(user, { sub: '' })],
  ['claims that are null', (_user, tokens) => tokens.sign(tokens.header(), null)],
  ['claims that are no JSON', (user, tokens) => tokens.good(user).replace(/\.[^.]+\./, '.bm8gSlNPTg.')],
];
