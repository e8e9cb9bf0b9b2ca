/** The drawings that can stand beside the opening of a page; src/content/pages names one of them. */
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
  'disk',
  'features',
  'policy',
] as const;

export type DrawingName = (typeof drawingNames)[number];

/** The features that have a drawn detail of the window; src/content/features names its files after them. */
export const featureNames = ['archive', 'csv', 'duplicates', 'google', 'groups', 'office', 'tags'] as const;

export type FeatureName = (typeof featureNames)[number];

export const isFeatureName = (name: string): name is FeatureName =>
  (featureNames as readonly string[]).includes(name);
