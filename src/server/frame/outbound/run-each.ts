/**
 * Does the work for each item, one after another, even if it fails for some. Reports each failure, and throws the first one at the
 * end. So an item that always fails does not hold up the others.
 */
export async function runEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  onFailed: (item: T, error: unknown) => void,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items)
    try {
      await work(item);
    } catch (error) {
      onFailed(item, error);
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}
