import type { Settings } from '../../../stack/settings.ts';

const secretSettings = [
  'DATABASE_URL',
  'NETLIFY_DATABASE_URL',
  'PAYPAL_CLIENT_SECRET',
  'FIREBASE_SERVICE_ACCOUNT',
  'PROFILE_SERVICE_SECRET',
  'MAIL_URL',
  'MAIL_LINK_SECRET',
  'MAIL_WEBHOOK_SECRET',
];

/** Shorter secrets are not replaced, because they would also be found inside ordinary words. */
const MIN_LENGTH = 6;

/**
 * Returns a function that replaces the secrets of these settings in a text. It keeps the values of
 * `PUBLIC_` settings and texts that occur in `publicTexts`: a database user may have the same name as the site.
 */
export function redactor(settings: Settings, publicTexts: readonly string[] = []): (text: string) => string {
  const publicValues = Object.entries(settings).flatMap(([name, value]) =>
    name.startsWith('PUBLIC_') ? [value] : [],
  );
  const secrets = secretSettings
    .flatMap((name) => secretParts(settings[name] ?? ''))
    .filter((part) => part.length >= MIN_LENGTH && part !== 'embedded')
    .filter((part) => !publicValues.includes(part) && !publicTexts.some((text) => text.includes(part)))
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '…'), text);
}

/** Returns a value and its parts that are secret on their own: a password in a URL, the values of a JSON object. */
function secretParts(value: string): readonly string[] {
  const url = URL.parse(value);
  if (url) return [value, url.username, url.password, decode(url.password)];
  try {
    const parsed: unknown = JSON.parse(value);
    return [value, ...(parsed && typeof parsed === 'object' ? Object.values(parsed).map(String) : [])];
  } catch {
    return [value];
  }
}

/** Decodes a percent-encoded text. Returns malformed text as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
