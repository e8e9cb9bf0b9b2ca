/** The features that have a drawn detail of the window; src/content/features names its files after them. */
export const featureNames = ['archive', 'csv', 'duplicates', 'google', 'groups', 'office', 'tags'] as const;

export type FeatureName = (typeof featureNames)[number];

export const isFeatureName = (name: string): name is FeatureName =>
  (featureNames as readonly string[]).includes(name);
