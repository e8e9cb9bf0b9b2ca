import { useState } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { referralLink } from '../../client/referral.ts';
import { affiliateMessages, linkMessages as texts } from '../../shared/messages/affiliate.ts';
import { RowButton } from '../ui/buttons.tsx';
import { CardTable, type TableColumn, Usd } from '../ui/CardTable.tsx';
import { copyUrl } from '../ui/copy.tsx';
import type { ScreenCallbacks } from '../ui/notices.tsx';
import { RowMenu } from '../ui/RowMenu.tsx';
import { useAction } from '../ui/use-action.ts';
import { type AffiliateLink, conversionText, linkName, sumOf } from './link-figures.ts';

interface Props extends ScreenCallbacks {
  readonly links: readonly AffiliateLink[];
  /** True if the links can be renamed and deleted. */
  readonly isActive: boolean;
  readonly onRename: (link: AffiliateLink) => void;
  readonly onShowQr: (link: AffiliateLink) => void;
}

/** The links of an affiliate with their figures of the last twelve months, and a menu for each. */
export function LinkTable({ links, isActive, notify, reload, onRename, onShowQr }: Props) {
  const act = useAction({ notify, reload });
  const [deleting, setDeleting] = useState<string | null>(null);

  const copy = async (url: string) => {
    notify(await copyUrl(url, affiliateMessages.copied));
  };
  const deleteLink = (link: AffiliateLink) =>
    act({
      question: {
        text: texts.confirmDelete(linkName(link)),
        detail: texts.deleteDetail,
        action: texts.delete,
        isFinal: true,
      },
      call: () => {
        setDeleting(link.code);
        return authFetch('DELETE /api/affiliates/links/:code', { params: { code: link.code } });
      },
      noticeOf: () => texts.deletedNotice(linkName(link)),
    }).finally(() => setDeleting(null));

  const menu: TableColumn<AffiliateLink> = {
    label: texts.actions,
    cell: (link) => (
      <div className="row-actions">
        <RowButton
          label={texts.copyBuy}
          name={linkName(link)}
          onPress={() => copy(referralLink(link.code, '/buy'))}
        />
        <RowMenu name={linkName(link)} busy={deleting === link.code}>
          <RowButton
            label={texts.copyHome}
            name={linkName(link)}
            onPress={() => copy(referralLink(link.code, '/'))}
          />
          {isActive && (
            <RowButton label={texts.showQr} name={linkName(link)} onPress={() => onShowQr(link)} />
          )}
          {isActive && link.label !== null && !link.is_deleted && (
            <>
              <RowButton label={texts.rename} name={linkName(link)} onPress={() => onRename(link)} />
              <RowButton label={texts.delete} name={linkName(link)} onPress={() => deleteLink(link)} />
            </>
          )}
        </RowMenu>
      </div>
    ),
  };
  return (
    <CardTable caption={texts.table} columns={[...columns, menu]} rows={links} keyOf={({ code }) => code} />
  );
}

const columns: readonly TableColumn<AffiliateLink>[] = [
  {
    label: texts.link,
    heads: true,
    cell: linkName,
    below: { label: texts.code, cell: ({ code }) => <code>{code}</code> },
  },
  { label: texts.clicks, kind: 'number', cell: ({ months }) => sumOf(months).clicks },
  { label: texts.purchases, kind: 'number', cell: ({ months }) => sumOf(months).purchases },
  { label: texts.conversion, kind: 'number', cell: ({ months }) => conversionText(sumOf(months)) },
  { label: texts.earned, kind: 'number', cell: ({ months }) => <Usd cents={sumOf(months).earned_cents} /> },
];
