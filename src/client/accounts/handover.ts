import * as z from 'zod/mini';
import { handoverKey } from '../session.ts';
import { affiliateShape } from './affiliate-shape.ts';

/** What /signup leaves for /affiliate-application: this tab's, until it is closed or somebody logs out. */
const handover = z.object({ email: z.string(), affiliate: z.nullable(affiliateShape) });
export type Handover = z.infer<typeof handover>;

/** Applications that have no record yet, by address: who referred each. This browser's, until the record is made. */
const pending = z.record(z.string(), z.nullable(z.string()));

/** One value in a storage of the browser, held against a shape; without storage there is none. */
const keep = <T>(storage: () => Storage, key: string, shape: z.ZodMiniType<T>) => ({
  read: (): T | null => {
    try {
      return shape.safeParse(JSON.parse(storage().getItem(key) ?? 'null')).data ?? null;
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

export const keptHandover = keep(() => sessionStorage, handoverKey, handover);

const applications = keep(() => localStorage, 'pending-applications', pending);

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
