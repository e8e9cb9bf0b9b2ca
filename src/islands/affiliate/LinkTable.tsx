import { useState } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { errorMessage } from '../../client/api.ts';
import { copyText } from '../../client/copy-text.ts';
import { referralLink } from '../../client/referral.ts';
import { affiliateMessages, linkMessages as texts } from '../../shared/messages/affiliate.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { RowButton } from '../ui/buttons.tsx';
import { CardTable, type TableColumn, Usd } from '../ui/CardTable.tsx';
import { useAsk } from '../ui/ask.ts';
import { focusUnmoved } from '../ui/focus.ts';
import type { Notice } from '../ui/notices.tsx';
import { RowMenu } from '../ui/RowMenu.tsx';
import { type AffiliateLink, conversionText, linkName, sumOf } from './link-figures.ts';

interface Props {
  readonly links: readonly AffiliateLink[];
  /** True if the links can be renamed and deleted. */
  readonly isActive: boolean;
  readonly notify: (notice: Notice | null) => void;
  readonly reload: () => Promise<unknown>;
  readonly onRename: (link: AffiliateLink) => void;
  readonly onShowQr: (link: AffiliateLink) => void;
}

/** The links of an affiliate with their figures of the last twelve months, and a menu for each. */
export function LinkTable({ links, isActive, notify, reload, onRename, onShowQr }: Props) {
  const ask = useAsk();
  const [deleting, setDeleting] = useState<string | null>(null);

  const copy = async (url: string) => {
    const isCopied = await copyText(url);
    notify(
      isCopied
        ? { kind: 'success', text: affiliateMessages.copied }
        : // The table does not show the address.
          { kind: 'error', text: `${problemText('clipboard-failed')}: ${url}` },
    );
  };
  const deleteLink = async (link: AffiliateLink) => {
    const text = texts.confirmDelete(linkName(link));
    if (!(await ask({ text, detail: texts.deleteDetail, action: texts.delete, isFinal: true }))) return;
    const pressed = document.activeElement;
    setDeleting(link.code);
    const answer = await authFetch('DELETE /api/affiliates/links/:code', { params: { code: link.code } });
    if (answer.ok) await reload();
    setDeleting(null);
    notify(
      answer.ok
        ? { kind: 'success', text: texts.deletedNotice(linkName(link)), shouldFocus: focusUnmoved(pressed) }
        : { kind: 'error', text: errorMessage(answer) },
    );
  };

  const menu: TableColumn<AffiliateLink> = {
    label: texts.actions,
    cell: (link) => (
      <div className="row-actions">
        <RowButton
          label={texts.copyBuy}
          name={linkName(link)}
          onPress={() => void copy(referralLink(link.code, '/buy'))}
        />
        <RowMenu name={linkName(link)} busy={deleting === link.code}>
          <RowButton
            label={texts.copyHome}
            name={linkName(link)}
            onPress={() => void copy(referralLink(link.code, '/'))}
          />
          {isActive && (
            <RowButton label={texts.showQr} name={linkName(link)} onPress={() => onShowQr(link)} />
          )}
          {isActive && link.label !== null && !link.is_deleted && (
            <>
              <RowButton label={texts.rename} name={linkName(link)} onPress={() => onRename(link)} />
              <RowButton label={texts.delete} name={linkName(link)} onPress={() => void deleteLink(link)} />
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
