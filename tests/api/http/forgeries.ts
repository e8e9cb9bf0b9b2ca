import { signedWithSecret, strangersKey } from '../identity-provider.ts';
import { now, type Tokens, type User } from './tokens.ts';

type Forge = (user: User, tokens: Tokens) => string;

const stranger = strangersKey();

function cut(token: string) {
  return token.slice(0, token.lastIndexOf('.') + 1);
}

function swapped(token: string, claims: object) {
  const [head = '', , signature = ''] = token.split('.');
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

/** Creates a token that another key signed, with a header that names the key. */
function hidden(extra: object): Forge {
  return (user, tokens) =>
    tokens.signed({ ...tokens.header(), ...extra }, tokens.claimsOf(user), stranger.privateKey);
}

/** Forged and expired tokens. Each differs from a valid token in one property. */
export const forgeries: readonly (readonly [what: string, make: Forge])[] = [
  [
    'an unsigned token',
    (user, tokens) => cut(tokens.signed({ alg: 'none', typ: 'JWT' }, tokens.claimsOf(user))),
  ],
  [
    'a token with alg none and the key id',
    (user, tokens) => cut(tokens.signed({ ...tokens.header(), alg: 'none' }, tokens.claimsOf(user))),
  ],
  [
    'a token with alg None',
    (user, tokens) => cut(tokens.signed({ ...tokens.header(), alg: 'None' }, tokens.claimsOf(user))),
  ],
  [
    'a token signed by HS256 with the public certificate',
    (user, tokens) =>
      signedWithSecret({ ...tokens.header(), alg: 'HS256' }, tokens.claimsOf(user), tokens.certificate),
  ],
  [
    'a token signed by another key',
    (user, tokens) => tokens.signed(tokens.header(), tokens.claimsOf(user), stranger.privateKey),
  ],
  ['a cut signature', (user, tokens) => cut(tokens.good(user))],
  ['half a signature', (user, tokens) => tokens.good(user).slice(0, -100)],
  ['no signature part', (user, tokens) => cut(tokens.good(user)).slice(0, -1)],
  ['changed claims', (user, tokens) => swapped(tokens.good(user), { ...tokens.claimsOf(user), admin: true })],
  [
    'an unknown kid',
    (user, tokens) => tokens.signed({ ...tokens.header(), kid: 'another' }, tokens.claimsOf(user)),
  ],
  [
    'the kid __proto__',
    (user, tokens) => tokens.signed({ ...tokens.header(), kid: '__proto__' }, tokens.claimsOf(user)),
  ],
  ['no kid', (user, tokens) => tokens.signed({ alg: 'RS256' }, tokens.claimsOf(user))],
  ['a kid that is an address', hidden({ kid: 'https://keys.evil.example/key.pem' })],
  ['a kid that is a path', hidden({ kid: '../../../../dev/null' })],
  ['the header jku', hidden({ jku: 'https://keys.evil.example/jwks.json' })],
  ['the header x5u', hidden({ x5u: 'http://keys.evil.example/chain.pem' })],
  ['the header jwk', hidden({ jwk: stranger.publicKey.export({ format: 'jwk' }) })],
  [
    'the header x5c',
    hidden({ x5c: [stranger.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')] }),
  ],
  [
    'a crit header',
    (user, tokens) =>
      tokens.signed({ ...tokens.header(), alg: 'RS512', crit: ['exp'] }, tokens.claimsOf(user)),
  ],
  ['another project’s audience', (user, tokens) => tokens.good(user, { aud: 'kithbook-other' })],
  ['several audiences', (user, tokens) => tokens.good(user, { aud: [tokens.projectId, 'kithbook-other'] })],
  [
    'another issuer',
    (user, tokens) => tokens.good(user, { iss: 'https://securetoken.evil.example/kithbook-live' }),
  ],
  [
    'another project’s issuer',
    (user, tokens) => tokens.good(user, { iss: 'https://securetoken.google.com/other' }),
  ],
  [
    'a session cookie’s issuer',
    (user, tokens) => tokens.good(user, { iss: `https://session.firebase.google.com/${tokens.projectId}` }),
  ],
  ['an expired token', (user, tokens) => tokens.good(user, { iat: now() - 7_200, exp: now() - 3_600 })],
  ['one that expired this second', (user, tokens) => tokens.good(user, { exp: now() })],
  ['one without an end', (user, tokens) => tokens.good(user, { exp: undefined })],
  ['one that ends in words', (user, tokens) => tokens.good(user, { exp: 'never' })],
  [
    'a token issued minutes in the future',
    (user, tokens) => tokens.good(user, { iat: now() + 120, exp: now() + 3_600 }),
  ],
  ['one not yet good', (user, tokens) => tokens.good(user, { nbf: now() + 600 })],
  ['one of a sign-in minutes in the future', (user, tokens) => tokens.good(user, { auth_time: now() + 120 })],
  ['one without the time of sign-in', (user, tokens) => tokens.good(user, { auth_time: undefined })],
  ['an empty subject', (user, tokens) => tokens.good(user, { sub: '' })],
  ['no subject', (user, tokens) => tokens.good(user, { sub: undefined })],
  ['a subject that is no text', (user, tokens) => tokens.good(user, { sub: { uid: user.uid } })],
  ['a very long subject', (user, tokens) => tokens.good(user, { sub: 'x'.repeat(129) })],
  ['claims that are null', (_user, tokens) => tokens.signed(tokens.header(), null)],
  ['claims that are a list', (_user, tokens) => tokens.signed(tokens.header(), [1])],
  ['a header that is null', (user, tokens) => tokens.signed(null, tokens.claimsOf(user))],
  ['claims that are no JSON', (user, tokens) => tokens.good(user).replace(/\.[^.]+\./, '.bm8gSlNPTg.')],
];
