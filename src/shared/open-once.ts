/** Opens something with the first call, and gives the same to all after it; a failure is tried anew by the next. */
export const openOnce = <T>(open: () => Promise<T>): (() => Promise<T>) => {
  let opened: Promise<T> | undefined;
  return async () => {
    const current = (opened ??= open());
    try {
      return await current;
    } catch (error) {
      if (opened === current) opened = undefined;
      throw error;
    }
  };
};
