/**
 * The three calls of the Reflect metadata proposal that the certificate library's injector makes.
 * It has to be imported before the library.
 */
type Target = object;
type Metadata = Map<unknown, unknown>;

const kept = new WeakMap<Target, Metadata>();

const own = (key: unknown, target: Target): unknown => kept.get(target)?.get(key);

const inherited = (key: unknown, target: Target): unknown => {
  for (let at: Target | null = target; at !== null; at = Object.getPrototypeOf(at) as Target | null) {
    const value = own(key, at);
    if (value !== undefined) return value;
  }
  return undefined;
};

const define = (key: unknown, value: unknown, target: Target): void => {
  const metadata = kept.get(target) ?? new Map<unknown, unknown>();
  kept.set(target, metadata.set(key, value));
};

if (!('getMetadata' in Reflect))
  Object.assign(Reflect, { defineMetadata: define, getOwnMetadata: own, getMetadata: inherited });
