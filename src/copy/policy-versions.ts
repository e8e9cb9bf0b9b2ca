import { dayOf } from '../shared/dates.ts';

/** The fields of a policy's page that tell its version. */
export interface PolicyPage {
  /** The name of the page’s file: `terms` for the current version, `terms-2026-11-28` for an earlier one. */
  readonly id: string;
  readonly policy?: { readonly begins: Date; readonly changes: string } | undefined;
}

/** A version of a policy. It is named after the UTC day on which it begins. */
export interface PolicyVersion {
  /** `2026-11-28` */
  readonly version: string;
  /** The address that the version always has: `/terms-2026-11-28`. The current version is at `/terms` as well. */
  readonly path: string;
  readonly changes: string;
  readonly isCurrent: boolean;
}

const earlierName = /^(.+)-(\d{4}-\d\d-\d\d)$/;

/** Returns the name of the policy, `terms`, and the day in the name of an earlier version’s file. */
export function parsePolicyName(id: string): { readonly name: string; readonly day: string | undefined } {
  const [, name = id, day] = earlierName.exec(id) ?? [];
  return { name, day };
}

/** Returns the versions of the policy with this name, newest first. */
export function versionsOf(name: string, pages: readonly PolicyPage[]): PolicyVersion[] {
  return pages
    .flatMap(({ id, policy }) => {
      const named = parsePolicyName(id);
      if (!policy || named.name !== name) return [];
      const version = dayOf(policy.begins);
      const path = `/${name}-${version}`;
      return [{ version, path, changes: policy.changes, isCurrent: named.day === undefined }];
    })
    .sort((a, b) => b.version.localeCompare(a.version));
}
