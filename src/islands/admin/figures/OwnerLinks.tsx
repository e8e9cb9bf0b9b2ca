import { useState } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { errorMessage } from '../../../client/api.ts';
import { copyText } from '../../../client/copy-text.ts';
import { fromParameter } from '../../../shared/counted-events.ts';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { figureMessages as texts, figureNames, formatCount } from '../../../shared/messages/figures.ts';
import { problemText } from '../../../shared/problem-texts/common.ts';
import { May } from '../../data/role.tsx';
import { useAsk } from '../../ui/ask.ts';
import { RowButton } from '../../ui/buttons.tsx';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { focusUnmoved } from '../../ui/focus.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, FormEnd } from '../../ui/Form.tsx';
import { FormNotice, type Notice } from '../../ui/notices.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { Section } from '../../ui/Section.tsx';
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
  const ask = useAsk();

  const copy = async ({ code }: OwnerLink) => {
    const url = `${location.origin}/?${fromParameter}=${code}`;
    notify(
      (await copyText(url))
        ? { kind: 'success', text: texts.linkCopied(url) }
        : { kind: 'error', text: `${problemText('clipboard-failed')}: ${url}` },
    );
  };
  const remove = async ({ id, name }: OwnerLink) => {
    const question = { text: texts.confirmDeleteLink(name), detail: texts.linkDeletes };
    if (!(await ask({ ...question, action: texts.deleteLink, isFinal: true }))) return;
    const pressed = document.activeElement;
    const answer = await authFetch('DELETE /api/figures/links/:id', { params: { id } });
    await reload();
    notify(
      answer.ok
        ? { kind: 'success', text: texts.linkDeleted(name), shouldFocus: focusUnmoved(pressed) }
        : { kind: 'error', text: errorMessage(answer) },
    );
  };
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
      {links.length === 0 ? (
        <p>{texts.noLinks}</p>
      ) : (
        <CardTable
          caption={texts.links}
          columns={[...columns, actions]}
          rows={links}
          keyOf={({ id }) => id}
        />
      )}
      <FormNotice notice={notice} canFocus />
      <May role="admin">
        <LinkForm reload={reload} notify={notify} />
      </May>
      <p className="soft small">{texts.linksNote}</p>
    </Section>
  );
}

function LinkForm({ reload, notify }: Pick<Props, 'reload'> & { readonly notify: (notice: Notice) => void }) {
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
