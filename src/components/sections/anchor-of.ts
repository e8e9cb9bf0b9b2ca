/** Returns the anchor of a section: its id, or an anchor made from its heading: `What you get` → `what-you-get`. */
export const anchorOf = ({ id, heading }: { id?: string | undefined; heading: string }): string => {
  const headingAnchor = heading
    .toLowerCase()
    .replaceAll(/<[^>]*>|&#?\w+;|['’*_`]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const anchor = id ?? headingAnchor;
  if (!anchor)
    throw new Error(`The section “${heading}” needs an id: no anchor can be made from its heading.`);
  return anchor;
};
