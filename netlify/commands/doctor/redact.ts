import type { Settings } from '../../../stack/settings.ts';

/** The settings whose values are nobody's to read. */
const secretSettings = [
  'DATABASE_URL',
  'NETLIFY_DATABASE_URL',
  'PAYPAL_CLIENT_SECRET',
  'FIREBASE_SERVICE_ACCOUNT',
  'PROFILE_SERVICE_SECRET',
];

/** Shorter ones would be found in ordinary words. */
const shortest = 6;

/** A part of an address, as it was before it was written into one; one that no address holds stays as it is. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** A value, and what of it alone would give it away: the password in an address, the texts of a JSON object. */
const partsOf = (value: string): string[] => {
  if (URL.canParse(value)) {
    const { username, password } = new URL(value);
    return [value, username, password, decoded(password)];
  }
  try {
    const parsed: unknown = JSON.parse(value);
    return [value, ...(parsed && typeof parsed === 'object' ? Object.values(parsed).map(String) : [])];
  } catch {
    return [value];
  }
};

/**
 * Makes what takes the secrets of these settings out of a text. What is public stays: the project's id, and what is a part
 * of `publicTexts`, since a database's user may be named after the site.
 */
export const redactor = (
  settings: Settings,
  publicTexts: readonly string[] = [],
): ((text: string) => string) => {
  const shown = new Set(
    Object.entries(settings).flatMap(([name, value]) => (name.startsWith('PUBLIC_') ? [value] : [])),
  );
  const hidden = secretSettings
    .flatMap((name) => partsOf(settings[name] ?? ''))
    .filter((part) => part.length >= shortest && part !== 'embedded' && !shown.has(part))
    .filter((part) => !publicTexts.some((text) => text.includes(part)))
    .sort((one, other) => other.length - one.length);
  return (text) => hidden.reduce((rest, part) => rest.replaceAll(part, '…'), text);
};
