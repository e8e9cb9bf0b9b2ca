/** Illustrations at the top of pages. Each file in src/content/pages can name one. */
export const drawingNames = [
  'window',
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
  'features',
  'policy',
  'fridge',
  'notice',
  'card-pile',
  'bench',
  'cookies',
  'seal',
] as const;

export type DrawingName = (typeof drawingNames)[number];

/** The features with a drawing. Files in src/content/features have these names. */
export const featureNames = ['archive', 'csv', 'duplicates', 'google', 'groups', 'office', 'tags'] as const;

export type FeatureName = (typeof featureNames)[number];

export function isFeatureName(name: string): name is FeatureName {
  return (featureNames as readonly string[]).includes(name);
}
