import { formatDate } from '../../shared/dates.ts';
import { initialsOf, pluralize } from '../../shared/text.ts';

/** The query of /user-profile. Empty or missing values are drawn. */
export interface DemoQuery {
  readonly id?: string;
  readonly email?: string;
  readonly name?: string;
}

const stocks = ['a', 'b', 'c', 'd'] as const;

/** A sample person. */
export interface DemoProfile {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly bio: string;
  readonly location: string;
  /** ISO 8601, midnight UTC. */
  readonly joinDate: string;
  /** Initials on one of the card stocks of tokens.css. */
  readonly profileImage: { readonly initials: string; readonly stock: (typeof stocks)[number] };
  readonly stats: {
    readonly contactsManaged: number;
    readonly groupsCreated: number;
    /** Years since the join date, rounded up. */
    readonly yearsActive: number;
  };
  readonly interests: readonly string[];
  /** Addresses in the reserved domain `.example`. */
  readonly socialLinks: { readonly linkedin: string; readonly twitter: string };
}

const DAY = 86_400_000;
/** Sample people join within a hundred days of the first release's month. */
const FIRST_JOIN = Date.UTC(2025, 7, 1);
const MAX_LENGTH = 80;

/** Returns one line of at most 80 characters, without invisible characters and changes of direction. */
function cleanText(text: string | undefined): string {
  return [...(text ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim()]
    .slice(0, MAX_LENGTH)
    .join('')
    .trim();
}

/** Reads the query of the page's address. */
export function readDemoQuery(search: string): DemoQuery {
  const parameters = new URLSearchParams(search);
  const read = (name: string) => cleanText(parameters.get(name) ?? '');
  return { id: read('id'), email: read('email'), name: read('name') };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  return (
    [...text].reduce(
      (sum, character) => Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01000193),
      0x811c9dc5,
    ) >>> 0
  );
}

function capitalized(word: string): string {
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('');
}

/** Turns `ada.lovelace+news@…` into `Ada Lovelace`. Returns an empty text if there are no letters. */
function nameOfEmail(email: string): string {
  const [local = ''] = email.split(/[@+]/);
  return (local.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []).map(capitalized).join(' ');
}

/** Turns `Inês Carvalho` into `ines.carvalho`. Returns `someone` if there are no Latin letters. */
function slugOf(name: string): string {
  return (
    name
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z\d]+/g)
      ?.join('.') ?? 'someone'
  );
}

/**
 * Returns the sample person for an id, an email or a name. All other fields are drawn from a hash of the query, so the same query
 * always gives the same person. `now` is in milliseconds.
 */
export function demoProfile(query: DemoQuery, now: number): DemoProfile {
  const key = query.id ? `id ${query.id}` : query.email ? `email ${query.email}` : `name ${query.name ?? ''}`;
  const draw = (field: string, count: number): number => hash(`${field} of ${key.toLowerCase()}`) % count;
  const pick = (field: keyof typeof samples): string =>
    samples[field][draw(field, samples[field].length)] ?? '';

  const sampleName = query.id || query.email || query.name ? pick('name') : samples.name[0];
  const name = query.name || nameOfEmail(query.email ?? '') || sampleName;
  const slug = slugOf(name);
  const joined = FIRST_JOIN + draw('day', 100) * DAY;
  const first = draw('interests', samples.interest.length);
  // These steps share no divisor with the 14 interests, so a person's four interests differ.
  const step = [1, 3, 5, 9, 11, 13][draw('step', 6)] ?? 1;

  return {
    id: query.id || `demo-${hash(key.toLowerCase()).toString(36)}`,
    name,
    email: query.email || `${slug}@mail.example`,
    bio: pick('bio'),
    location: pick('location'),
    joinDate: new Date(joined).toISOString(),
    profileImage: { initials: initialsOf(name), stock: stocks[draw('stock', stocks.length)] ?? 'a' },
    stats: {
      contactsManaged: 120 + draw('contacts', 780),
      groupsCreated: 4 + draw('groups', 20),
      yearsActive: Math.max(1, Math.ceil((now - joined) / (365.25 * DAY))),
    },
    interests: [0, 1, 2, 3].map(
      (index) => samples.interest[(first + index * step) % samples.interest.length] ?? '',
    ),
    socialLinks: {
      linkedin: `linkedin.example/in/${slug}`,
      twitter: `twitter.example/${slug.replaceAll('.', '_')}`,
    },
  };
}

/** Returns the texts of a person's card by their `data-field` attribute. */
export function demoTexts(profile: DemoProfile) {
  const { stats, interests, socialLinks } = profile;
  const [interest0 = '', interest1 = '', interest2 = '', interest3 = ''] = interests;
  return {
    initials: profile.profileImage.initials,
    name: profile.name,
    location: profile.location,
    bio: profile.bio,
    contacts: String(stats.contactsManaged),
    groups: String(stats.groupsCreated),
    years: String(stats.yearsActive),
    yearsTerm: pluralize(stats.yearsActive, 'Year active', 'Years active'),
    interest0,
    interest1,
    interest2,
    interest3,
    email: profile.email,
    id: profile.id,
    joined: formatDate(profile.joinDate),
    linkedin: socialLinks.linkedin,
    twitter: socialLinks.twitter,
  };
}

/** Parts of the sample people. Each bio fits each name. */
const samples = {
  name: [
    'Inês Carvalho',
    'Tunde Adeyemi',
    'Alva Bergström',
    'Jonas Brandt',
    'Mei-Ling Chan',
    'Maeve Doyle',
    'Amadou Diop',
    'Hana Novák',
    'Priya Raman',
    'Tomás Ferreira',
    'Noor Haddad',
    'Sefa Latu',
  ],
  bio: [
    'Keeps one book for the family, the choir and the street, and calls on birthdays rather than posting about them.',
    'Collects recipes, and the people who can tell you where they come from. Writes the number down before the second coffee.',
    'Moved five times in ten years and lost nobody on the way. The trick is a good book, and a stamp now and then.',
    'Runs the community garden list, the carpool list and the list of who has whose ladder. All of them are the same list.',
    'Looks after three generations of addresses, some of them in ink. The old ones are kept as carefully as the new.',
    'Teaches the cello, forgets faces, never forgets who plays what. Has a tag for everybody who owns a music stand.',
    'Knows who waters whose plants in August. Believes that a neighbor is somebody whose number you really have.',
    'Writes postcards from every trip, forty at a time. Without the groups it would be the same ten people again.',
  ],
  location: [
    'Uppsala, Sweden',
    'Leeds, England',
    'Setúbal, Portugal',
    'Bremen, Germany',
    'Galway, Ireland',
    'Lyon, France',
    'Brno, Czechia',
    'Halifax, Canada',
    'Dunedin, New Zealand',
    'Portland, Oregon',
  ],
  interest: [
    'Choir',
    'Gardening',
    'Letter writing',
    'Genealogy',
    'Cycling',
    'Bread',
    'Board games',
    'Birds',
    'Old maps',
    'Cello',
    'Sea swimming',
    'Chess',
    'Postcards',
    'Beekeeping',
  ],
} as const;
