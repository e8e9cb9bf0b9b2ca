import { useState } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { fromParameter } from '../../../shared/counted-events.ts';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { figureMessages as texts, figureNames, formatCount } from '../../../shared/messages/figures.ts';
import { May } from '../../data/role.tsx';
import { RowButton } from '../../ui/buttons.tsx';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { copyUrl } from '../../ui/copy.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, FormEnd } from '../../ui/Form.tsx';
import { FormNotice, type Notice, type ScreenCallbacks } from '../../ui/notices.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { Section } from '../../ui/Section.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import type { Figures } from './FiguresControls.tsx';

type OwnerLink = Figures['links'][number];

interface Props {
  readonly links: readonly OwnerLink[];
  readonly reload: () => Promise<unknown>;
}

/** The owner's links with their figures. Admins make, copy and delete them. */
export function OwnerLinks({ links, reload }: Props) {
  const [notice, notify] = useState<Notice | null>(null);
  const act = useAction({ notify, reload });

  const copy = async ({ code }: OwnerLink) => {
    const url = `${location.origin}/?${fromParameter}=${code}`;
    notify(await copyUrl(url, texts.linkCopied(url)));
  };
  const remove = ({ id, name }: OwnerLink) =>
    act({
      question: {
        text: texts.confirmDeleteLink(name),
        detail: texts.linkDeletes,
        action: texts.deleteLink,
        isFinal: true,
      },
      call: () => authFetch('DELETE /api/figures/links/:id', { params: { id } }),
      noticeOf: () => texts.linkDeleted(name),
    });
  const actions: TableColumn<OwnerLink> = {
    label: 'Actions',
    cell: (link) => (
      <div className="row-actions">
        <RowButton label={texts.copyLink} name={link.name} onPress={() => copy(link)} />
        <May role="admin">
          <RowMenu name={link.name}>
            <RowButton label={texts.deleteLink} name={link.name} onPress={() => remove(link)} />
          </RowMenu>
        </May>
      </div>
    ),
  };
  return (
    <Section id="owner-links" heading={texts.links}>
      <p className="soft">{texts.linksIntro}</p>
      <CardTable
        caption={texts.links}
        columns={[...columns, actions]}
        rows={links}
        keyOf={({ id }) => id}
        none={texts.noLinks}
      />
      <FormNotice notice={notice} canFocus />
      <May role="admin">
        <LinkForm reload={reload} notify={notify} />
      </May>
      <p className="soft small">{texts.linksNote}</p>
    </Section>
  );
}

function LinkForm({ reload, notify }: ScreenCallbacks) {
  const submit = async (read: ReadField<'name'>, element: HTMLFormElement): Promise<Outcome<'name'>> => {
    const answer = await authFetch('POST /api/figures/links', { body: { name: read('name').trim() } });
    if (!answer.ok) return { refused: answer };
    element.reset();
    await reload();
    notify({ kind: 'success', text: texts.linkMade(answer.data.name) });
    return { done: true };
  };
  return (
    <Form form={useForm(submit)}>
      <TextField
        name="name"
        label={texts.linkName}
        hint={texts.linkNameHint}
        autoComplete="off"
        maxLength={maxLengths.linkLabel}
      />
      <FormEnd label={texts.makeLink} busyLabel={texts.makingLink} />
    </Form>
  );
}

const counted = ['views', 'plans_chosen', 'payments_begun', 'paid', 'downloads'] as const;

const columns: readonly TableColumn<OwnerLink>[] = [
  {
    label: 'Link',
    heads: true,
    cell: ({ name }) => name,
    below: { label: 'Ending', cell: ({ code }) => <code>{`?${fromParameter}=${code}`}</code> },
  },
  ...counted.map((figure) => ({
    label: figureNames[figure],
    kind: 'number' as const,
    cell: (link: OwnerLink) => formatCount(link[figure]),
  })),
];
