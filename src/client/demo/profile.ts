import { formatDate } from '../../shared/dates.ts';
import { initialsOf } from '../../shared/text.ts';
import { samples } from './samples.ts';

/** Whom the address of /user-profile asks for; empty for nobody in particular. */
export interface DemoQuery {
  readonly id?: string;
  readonly email?: string;
  readonly name?: string;
}

const stocks = ['a', 'b', 'c', 'd'] as const;

/** A made-up person, as /user-profile shows one. */
export interface DemoProfile {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly bio: string;
  readonly location: string;
  /** ISO 8601, midnight UTC. */
  readonly joinDate: string;
  /** Drawn, not fetched: initials on one of the card stocks of tokens.css. */
  readonly profileImage: { readonly initials: string; readonly stock: (typeof stocks)[number] };
  readonly stats: {
    readonly contactsManaged: number;
    readonly groupsCreated: number;
    /** Years begun since the join date. */
    readonly yearsActive: number;
  };
  readonly interests: readonly string[];
  /** Addresses under a name that is kept free for examples: they lead to nobody. */
  readonly socialLinks: { readonly linkedin: string; readonly twitter: string };
}

const DAY = 86_400_000;
/** Sample people join within a hundred days of the first release's month. */
const FIRST_JOIN = Date.UTC(2025, 7, 1);
const LONGEST = 80;

/** One line of at most 80 characters, without what is not seen or turns text about. */
const cleaned = (text: string | undefined): string =>
  [...(text ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim()].slice(0, LONGEST).join('').trim();

/** What the query of an address says. */
export const demoQuery = (search: string): DemoQuery => {
  const parameters = new URLSearchParams(search);
  const read = (name: string) => cleaned(parameters.get(name) ?? '');
  return { id: read('id'), email: read('email'), name: read('name') };
};

/** FNV-1a, 32 bits. */
const hash = (text: string): number =>
  [...text].reduce((sum, sign) => Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 0x01000193), 0x811c9dc5) >>> 0;

const capitalised = (word: string): string => {
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('');
};

/** `ada.lovelace+news@…` → `Ada Lovelace`; empty where no letters are. */
const nameOfEmail = (email: string): string => {
  const [local = ''] = email.split(/[@+]/);
  return (local.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []).map(capitalised).join(' ');
};

/** `Inês Carvalho` → `ines.carvalho`; `someone` where no Latin letters are. */
const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z\d]+/g)
    ?.join('.') ?? 'someone';

/**
 * The sample person for an id, an email or a name: what is asked for stands on the card, the rest is drawn
 * from it, the same each time. Nothing is fetched. `now`, in milliseconds, counts the years.
 */
export const demoProfile = (query: DemoQuery, now: number): DemoProfile => {
  const key = query.id ? `id ${query.id}` : query.email ? `email ${query.email}` : `name ${query.name ?? ''}`;
  const draw = (what: string, count: number): number => hash(`${what} of ${key.toLowerCase()}`) % count;
  const pick = (what: keyof typeof samples): string => samples[what][draw(what, samples[what].length)] ?? '';

  const drawn = query.id || query.email || query.name ? pick('name') : samples.name[0];
  const name = query.name || nameOfEmail(query.email ?? '') || drawn;
  const slug = slugOf(name);
  const joined = FIRST_JOIN + draw('day', 100) * DAY;
  const first = draw('interests', samples.interest.length);
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
      (place) => samples.interest[(first + place * step) % samples.interest.length] ?? '',
    ),
    socialLinks: {
      linkedin: `linkedin.example/in/${slug}`,
      twitter: `twitter.example/${slug.replaceAll('.', '_')}`,
    },
  };
};

/** What stands on the card of a person, by the name of its place there (`data-field`). */
export const demoTexts = (profile: DemoProfile) => {
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
    yearsTerm: stats.yearsActive === 1 ? 'Year active' : 'Years active',
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
};
