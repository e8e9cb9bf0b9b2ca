/**
 * Polyfill of the Reflect metadata calls that a dependency of @peculiar/x509 needs. Import it before that library: an import
 * runs before the code of the importing file, so this is a file of its own.
 */
type Target = object;
type Metadata = Map<unknown, unknown>;

const store = new WeakMap<Target, Metadata>();

function getOwn(key: unknown, target: Target): unknown {
  return store.get(target)?.get(key);
}

function getInherited(key: unknown, target: Target): unknown {
  for (let at: Target | null = target; at !== null; at = Object.getPrototypeOf(at) as Target | null) {
    const value = getOwn(key, at);
    if (value !== undefined) return value;
  }
  return undefined;
}

function define(key: unknown, value: unknown, target: Target): void {
  const metadata = store.get(target) ?? new Map<unknown, unknown>();
  store.set(target, metadata.set(key, value));
}

if (!('getMetadata' in Reflect))
  Object.assign(Reflect, { defineMetadata: define, getOwnMetadata: getOwn, getMetadata: getInherited });
