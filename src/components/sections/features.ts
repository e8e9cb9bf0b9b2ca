/** What the program does today, filed by letter; `drawing` names the detail of the window beside it. */
export const features = [
  {
    letter: 'A',
    id: 'archive',
    name: 'Archive',
    text: 'People who have passed away keep their place, in an archive apart from your active contacts. The everyday list stays current, and no name has to be deleted for it.',
  },
  {
    letter: 'C',
    id: 'csv',
    name: 'CSV import and export',
    text: 'Bring a list in, take the whole book out. CSV is plain text: any spreadsheet opens it, and so does any editor.',
  },
  {
    letter: 'D',
    id: 'duplicates',
    name: 'Duplicate detection',
    text: 'The same cousin under three spellings? Entries that look like one person are put side by side for you to judge.',
  },
  {
    letter: 'G',
    id: 'google',
    name: 'Google Contacts sync',
    text: 'If part of your book lives in Google Contacts, connect it and keep the two in step.',
  },
  {
    letter: 'G',
    id: 'groups',
    name: 'Groups and categories',
    text: 'Family, choir, the street, the firm: groups and categories of your own making, as many as your life has.',
  },
  {
    letter: 'O',
    id: 'office',
    name: 'Office integration',
    text: 'Works with Microsoft Office, so the people you write to are where you write.',
  },
  {
    letter: 'T',
    id: 'tags',
    name: 'Tags',
    text: 'A word on a card, and the card is found again: everyone who gets a birthday card, everyone who has your keys.',
  },
] as const;

export type FeatureId = (typeof features)[number]['id'];

/** Announced, not there yet. */
export const comingSoon = [
  { letter: 'B', name: 'Cloud backup' },
  { letter: 'S', name: 'Syncing' },
  { letter: 'W', name: 'Warranty registration tracking' },
] as const;
