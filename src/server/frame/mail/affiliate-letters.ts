import { ne, type SQL, sql } from 'drizzle-orm';
import { affiliates } from '../db/schema/affiliates.ts';
import { mails } from '../db/schema/mails.ts';
import { addressHash, suppressedAddresses } from '../db/schema/newsletter.ts';
import { wantsMail } from './queue-mails.ts';

/** SQL condition: the affiliate is active, wants letters, and has an address that neither bounced nor complained. */
export const affiliateGetsLetters: SQL = sql`(${affiliates.dateActivated} is not null and ${affiliates.email} is not null
  and ${wantsMail(sql`${affiliates}`, 'affiliate-letter')}
  and not exists (
    select from ${suppressedAddresses} where ${suppressedAddresses.addressHash} = ${addressHash(sql`${affiliates.email}`)}
  ))`;

/** SQL condition: the mail is no letter to an affiliate, or its affiliate still gets letters at the address of the mail. */
export const isWantedByAffiliate: SQL = sql`(${ne(mails.kind, 'affiliate-letter')} or exists (
  select from ${affiliates} where ${affiliates.id} = (${mails.data} ->> 'affiliate_id')::uuid
    and lower(${affiliates.email}) = lower(${mails.address}) and ${affiliateGetsLetters}
))`;
