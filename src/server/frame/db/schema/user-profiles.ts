import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { maxLengths } from '../../../../shared/max-lengths.ts';
import { createdAt, id, isAtMost, isBetween, nowByDefault, version } from './columns.ts';

/** Public profiles, one for each `user_id`. The specification sets the lengths. */
export const userProfiles = pgTable(
  'user_profiles',
  {
    id: id(),
    userId: text('user_id').notNull(),
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    pictureUrl: text('picture_url'),
    facebookId: text('facebook_id'),
    linkedinId: text('linkedin_id'),
    createdAt: createdAt(),
    updatedAt: nowByDefault('updated_at'),
    version: version(),
    /** The text that a list's search matches. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(user_id || chr(10) || coalesce(name, '') || chr(10) || coalesce(email, ''))`,
    ),
  },
  (table) => [
    uniqueIndex('user_profiles_user_key').on(table.userId),
    index('user_profiles_email_idx').on(sql`lower(${table.email})`),
    index('user_profiles_created_idx').on(table.createdAt, table.id),
    // Lists sort by these expressions. They are never null, so that a page can begin after any row.
    index('user_profiles_name_idx').on(sql`coalesce(lower(${table.name}), '')`, table.id),
    index('user_profiles_address_idx').on(sql`coalesce(lower(${table.email}), '')`, table.id),
    index('user_profiles_user_id_idx').on(sql`lower(${table.userId})`, table.id),
    check('user_profiles_user_id_length', isBetween(table.userId, 1, maxLengths.userId)),
    check('user_profiles_name_length', isAtMost(table.name, maxLengths.name)),
    check('user_profiles_email_length', isAtMost(table.email, maxLengths.email)),
    check('user_profiles_phone_length', isAtMost(table.phone, maxLengths.phone)),
    check(
      'user_profiles_picture_https',
      sql`${table.pictureUrl} ~ '^https://' and ${isAtMost(table.pictureUrl, maxLengths.pictureUrl)}`,
    ),
    check('user_profiles_facebook_length', isAtMost(table.facebookId, maxLengths.facebookId)),
    check('user_profiles_linkedin_length', isAtMost(table.linkedinId, maxLengths.linkedinId)),
  ],
);
