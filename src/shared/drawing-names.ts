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
