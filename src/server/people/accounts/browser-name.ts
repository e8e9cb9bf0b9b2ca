/** Names in a User-Agent header, and the words for people. The first match wins, because most browsers also name others. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns browser and system of a User-Agent, such as `Firefox on Windows`. Unknown parts are left out. */
export function browserName(userAgent: string): string {
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = find(systems);
  const browser = find(browsers) ?? 'A browser';
  return system === undefined ? browser : `${browser} on ${system}`;
}
