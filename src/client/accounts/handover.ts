import { handoverKey } from '../session.ts';
import type { Affiliate } from './application.ts';

/** What /signup leaves for /affiliate-application: this tab's, until it is closed or somebody logs out. */
export interface Handover {
  readonly email: string;
  readonly affiliate: Affiliate | null;
}

/** Applications that have no record yet, by address: who referred each. This browser's, until the record is made. */
type Pending = Readonly<Record<string, string | null>>;

/** One value in a storage of the browser; null without storage. Only this file writes it, so its type is trusted. */
const keep = <T>(storage: () => Storage, key: string) => ({
  read: (): T | null => {
    try {
      return JSON.parse(storage().getItem(key) ?? 'null') as T | null;
    } catch {
      return null;
    }
  },
  write: (value: T | null): void => {
    try {
      if (value === null) storage().removeItem(key);
      else storage().setItem(key, JSON.stringify(value));
    } catch {
      // Then the next screen knows less.
    }
  },
});

export const keptHandover = keep<Handover>(() => sessionStorage, handoverKey);

const applications = keep<Pending>(() => localStorage, 'pending-applications');

/** Notes that somebody applied whose record is not made yet; others who signed up here before them keep theirs. */
export const keepApplication = (email: string, referredBy: string | null): void => {
  applications.write({ ...applications.read(), [email.toLowerCase()]: referredBy });
};

/** Who referred an applicant whose record is not made yet, null for nobody; undefined for who has not applied here. */
export const keptReferrer = (email: string): string | null | undefined =>
  applications.read()?.[email.toLowerCase()];

/** Forgets an application, once its record is made. */
export const forgetApplication = (email: string): void => {
  const { [email.toLowerCase()]: _made, ...others } = applications.read() ?? {};
  applications.write(Object.keys(others).length > 0 ? others : null);
};
