/**
 * The letter that a title is filed under, as in a library: leading articles do not count, nor what is no
 * letter. `lastly` is filed where the title has none.
 */
export const indexLetter = (title: string, lastly: string): string => {
  const plain = (text: string): string =>
    text
      .normalize('NFD')
      .replaceAll(/[^A-Za-z ]/g, '')
      .trim();
  const [first = lastly] = plain(title)
    .replace(/^(?:a|an|the) +(?=.)/i, '')
    .split('');
  return first.toUpperCase();
};
