/** The anchor of a section: its own, or one made from its heading: `What you get` → `what-you-get`. */
export const anchorOf = ({ id, heading }: { id?: string | undefined; heading: string }): string =>
  id ??
  heading
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
