import * as z from 'zod/mini';
import { handoverKey } from '../session.ts';
import { affiliateShape } from './affiliate-shape.ts';

/** What /signup leaves for /affiliate-application: this tab's, until it is closed or somebody logs out. */
const handover = z.object({ email: z.string(), affiliate: z.nullable(affiliateShape) });
export type Handover = z.infer<typeof handover>;

/** An application that has no record yet: this browser's, until the record is made. */
const pending = z.object({ email: z.string(), referredBy: z.nullable(z.string()) });

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
export const keptApplication = keep(() => localStorage, 'pending-application', pending);
