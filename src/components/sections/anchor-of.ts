/** The anchor of a section: its own, or one made from its heading: `What you get` → `what-you-get`. */
export const anchorOf = ({ id, heading }: { id?: string | undefined; heading: string }): string => {
  const made = heading
    .toLowerCase()
    .replaceAll(/<[^>]*>|&#?\w+;|['’*_`]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const anchor = id ?? made;
  if (!anchor)
    throw new Error(`The section “${heading}” needs an id: no anchor can be made from its heading.`);
  return anchor;
};
