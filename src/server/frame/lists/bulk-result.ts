interface BulkIds {
  /** The ids of the records that exist. */
  readonly known: readonly string[];
  /** The ids of the records that were changed. */
  readonly changed: readonly string[];
}

/** Sorts the requested ids into changed, unchanged and missing ones. Keeps their order. */
export function bulkResult(requested: readonly string[], ids: BulkIds) {
  const known = new Set(ids.known);
  const changed = new Set(ids.changed);
  return {
    changed: requested.filter((id) => changed.has(id)),
    unchanged: requested.filter((id) => known.has(id) && !changed.has(id)),
    missing: requested.filter((id) => !known.has(id)),
  };
}
