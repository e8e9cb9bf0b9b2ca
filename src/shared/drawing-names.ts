/** Illustrations at the top of pages. Each file in src/content/pages can name one. */
export const drawingNames = [
  'window',
  'window-duplicates',
  'profile',
  'invitation',
  'scattered',
  'doorbell',
  'excuses',
  'struck',
  'groups',
  'ledger',
  'post',
  'calling-card',
  'envelope',
  'at-home',
  'releases',
  'fridge',
  'notice',
  'card-pile',
  'bench',
  'cookies',
  'seal',
  'tab-order',
  'two-weeks',
] as const;

export type DrawingName = (typeof drawingNames)[number];

/** The large drawings of moments in the window. A file in src/content/features with one of these names shows it. */
export const momentNames = [
  'archive',
  'csv',
  'duplicates',
  'google',
  'groups',
  'membership',
  'office',
  'tags',
] as const;

export type MomentName = (typeof momentNames)[number];

export function isMomentName(name: string): name is MomentName {
  return (momentNames as readonly string[]).includes(name);
}
