import type { ServiceCredentials } from '../api.ts';

/** In this tab's memory alone: no storage, no address, gone with the page. */
let held: ServiceCredentials | null = null;

/** Calls of the user-profile service are made with these from now on, until the page is left. */
export const holdCredentials = (credentials: ServiceCredentials): void => {
  held = credentials;
};

/** Forgets what is held, or nothing where that is not what was `refused` any more. */
export const forgetCredentials = (refused = held): void => {
  if (refused === held) held = null;
};

/** The name of the service that this tab calls as, or null. */
export const heldName = (): string | null => held?.name ?? null;

/** The credentials for a call of the user-profile service, where some are held; no other call gets them. */
export const credentialsFor = (path: string): ServiceCredentials | undefined =>
  held && /^(\/api)?\/user-profiles(?=[/?]|$)/.test(path) ? held : undefined;
