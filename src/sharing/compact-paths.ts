/**
 * Rewrites the letters of an SVG with relative coordinates, which are half as long. satori writes letters with the commands M, L, Q
 * and Z alone, with at most one decimal.
 */
export function compactPaths(svg: string): string {
  return svg.replaceAll(/ d="(M[MLQZ\d. -]+)"/g, (_path, data: string) => ` d="${toRelative(data)}"`);
}

function toRelative(data: string): string {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  return data.replaceAll(/([MLQZ])([^MLQZ]*)/g, (_step, command: string, list: string) => {
    // In tenths, so that no rounding errors add up.
    const numbers = list
      .split(/ /)
      .filter(Boolean)
      .map((number) => Math.round(Number(number) * 10));
    const relative = numbers.map((number, index) => number - (index % 2 === 0 ? x : y));
    if (command === 'Z') [x, y] = [startX, startY];
    else [x = 0, y = 0] = numbers.slice(-2);
    if (command === 'M') [startX, startY] = [x, y];
    const [dx, dy] = relative;
    if (command === 'L' && dx === 0 && dy === 0) return '';
    if (command === 'L' && dx === 0) return writeNumbers('v', [dy ?? 0]);
    if (command === 'L' && dy === 0) return writeNumbers('h', [dx ?? 0]);
    return writeNumbers(command.toLowerCase(), relative);
  });
}

/** Writes a command with its numbers, which are tenths: `l.5-1.2`. */
function writeNumbers(command: string, tenths: readonly number[]): string {
  return tenths.reduce((text, number, index) => {
    const written = String(number / 10).replace(/^(-?)0\./, '$1.');
    const needsSpace = index > 0 && !written.startsWith('-');
    return text + (needsSpace ? ' ' : '') + written;
  }, command);
}
