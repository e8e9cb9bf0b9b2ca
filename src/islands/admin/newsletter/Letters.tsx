import { useEffect, useState } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import { newsletterAdminMessages as texts } from '../../../shared/messages/newsletter-admin.ts';
import { adminFailure } from '../../../shared/problem-texts/admin.ts';
import { useApi, useReload } from '../../data/use-api.tsx';
import { RowButton } from '../../ui/buttons.tsx';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { LoadState } from '../../ui/loading.tsx';
import { type Letter, type LetterProps, LetterLine } from './LetterLine.tsx';
import { LetterPreview } from './LetterPreview.tsx';

interface Props extends Omit<LetterProps, 'reload'> {
  readonly reloadSummary: () => void;
}

/** Milliseconds between two refreshes of the list while a letter is being sent. */
const REFRESH_MS = 3_000;

/** The letters that can be sent or are being sent, and a table of the letters that are sent. */
export function Letters({ reloadSummary, ...callbacks }: Props) {
  const loaded = useApi('GET /api/letters');
  const { data, reload: reloadLetters } = loaded;
  const reloadCounts = useReload('GET /api/admin/overview');
  const [opened, setOpened] = useState<string | null>(null);

  const reload = async () => {
    reloadSummary();
    await Promise.all([reloadLetters(), reloadCounts()]);
  };
  const letters = data?.letters ?? [];
  const isSending = letters.some(({ state }) => state === 'sending');
  useEffect(() => {
    if (!isSending) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void reloadLetters();
    }, REFRESH_MS);
    return () => {
      clearInterval(timer);
      // The letter is sent, so the count on the tab is one less.
      void reloadCounts();
    };
  }, [isSending, reloadLetters, reloadCounts]);

  const sent = letters.filter(({ state }) => state === 'sent');
  return (
    <section className="letters" aria-labelledby="letters" tabIndex={-1}>
      <h2 id="letters">{texts.letters}</h2>
      <LoadState
        loaded={{ ...loaded, reload }}
        waiting={texts.loadingLetters}
        failureText={adminFailure('letters-load-failed')}
      />
      {data && letters.length === 0 && <p className="soft">{texts.noLetters}</p>}
      {letters.length > sent.length && (
        <ul>
          {letters
            .filter(({ state }) => state !== 'sent')
            .map((letter) => (
              <LetterLine
                key={letter.slug}
                letter={letter}
                onPreview={() => {
                  setOpened(letter.slug);
                }}
                {...callbacks}
                reload={reload}
              />
            ))}
        </ul>
      )}
      {sent.length > 0 && (
        <CardTable
          caption={texts.sentLetters}
          columns={[
            ...sentColumns,
            {
              label: 'Actions',
              cell: ({ slug, subject }) => (
                <RowButton
                  label={texts.preview}
                  name={subject}
                  onPress={() => {
                    setOpened(slug);
                  }}
                />
              ),
            },
          ]}
          rows={sent}
          keyOf={({ slug }) => slug}
        />
      )}
      {opened !== null && (
        <LetterPreview
          slug={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </section>
  );
}

const sentColumns: readonly TableColumn<Letter>[] = [
  {
    label: 'Sent letter',
    heads: true,
    cell: ({ subject }) => subject,
    below: { label: 'To', cell: ({ audience }) => texts.audiences[audience] },
  },
  {
    label: 'Date',
    cell: ({ queued_at }) => (queued_at === null ? '–' : formatDate(queued_at)),
    below: { label: 'By', cell: ({ sent_by }) => sent_by },
  },
  { label: 'Sent', kind: 'number', cell: ({ sent }) => sent.toLocaleString('en-US') },
  { label: 'Failed', kind: 'number', cell: ({ failed }) => failed.toLocaleString('en-US') },
  { label: 'Cancelled', kind: 'number', cell: ({ cancelled }) => cancelled.toLocaleString('en-US') },
];
