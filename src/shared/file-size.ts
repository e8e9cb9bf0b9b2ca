const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** A size for people, in steps of 1,000: `48200000` → `48.2 MB`, `71` → `71 bytes`. */
export const fileSize = (bytes: number): string => {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** step;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: step === 0 ? 0 : 1 })} ${units[step] ?? ''}`;
};
