import * as z from 'zod/mini';
import { type Affiliate, affiliateShape } from '../../client/accounts/application.ts';
import { formatDate } from '../../shared/dates.ts';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import { MembersOnly } from '../account/MembersOnly.tsx';
import { activationText } from '../affiliate/activation-text.ts';
import { ListTable } from './ListTable.tsx';
import { useList } from './use-list.ts';

const shape = z.array(affiliateShape);
const read = (data: unknown): readonly Affiliate[] | null => shape.safeParse(data).data ?? null;

const columns = [
  ['Name', ({ name }: Affiliate) => name],
  ['Email', ({ email }: Affiliate) => email],
  ['Code', ({ code }: Affiliate) => <code>{code}</code>],
  ['Status', activationText],
  ['Referred By', (affiliate: Affiliate) => affiliate.referred_by],
  ['Date Created', (affiliate: Affiliate) => formatDate(affiliate.date_created)],
] as const;

const Screen = () => {
  const { list, reload } = useList('/api/affiliates', read);
  const { loadingAffiliates, noAffiliates } = messages.admin;
  return (
    <ListTable
      list={list}
      columns={columns}
      keyOf={({ id }) => id}
      caption="Affiliates"
      loading={loadingAffiliates}
      empty={noAffiliates}
      failed={(message) => problemText('affiliates-load-failed', message)}
      onRetry={reload}
    />
  );
};

/** The affiliates, as the server lets the viewer see them. */
export const AffiliateAdmin = () => <MembersOnly>{() => <Screen />}</MembersOnly>;
