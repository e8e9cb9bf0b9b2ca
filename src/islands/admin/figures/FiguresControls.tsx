import { useState } from 'react';
import { type AnswerOf, callPath } from '../../../client/api.ts';
import { figureMessages as texts } from '../../../shared/messages/figures.ts';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { Select } from '../../ui/fields.tsx';
import { FormNotice, type Notice } from '../../ui/notices.tsx';

export type Figures = AnswerOf<'GET /api/figures'>;

/** The choice of figures, as in the address of the screen. */
export interface FiguresQuery {
  readonly unit: Figures['unit'];
  /** Empty for all pages. */
  readonly page: string;
}

interface Props {
  readonly query: FiguresQuery;
  readonly pages: Figures['pages'];
  readonly change: (changes: Partial<FiguresQuery>) => void;
}

/** The period, the page whose views are shown, and the CSV of the same figures. */
export function FiguresControls({ query: { unit, page }, pages, change }: Props) {
  const [notice, notify] = useState<Notice | null>(null);
  /** The pages to choose from, with the chosen page even if it has no views. */
  const paths = new Set(pages.map(({ page: path }) => path));
  if (page) paths.add(page);

  const query = { unit, page: page || undefined, format: 'csv' as const };
  return (
    <>
      <div className="controls" role="search">
        <Select
          label={texts.period}
          value={unit}
          options={Object.entries(texts.periods)}
          onChange={(value) => {
            change({ unit: value === 'day' ? 'day' : 'week' });
          }}
        />
        <Select
          label={texts.page}
          value={page}
          all={texts.allPages}
          options={[...paths].sort().map((path) => [path, path])}
          onChange={(value) => {
            change({ page: value });
          }}
        />
        <div className="buttons">
          <DownloadButton
            label={texts.download}
            busyLabel={texts.downloading}
            path={callPath('GET /api/figures', { query })}
            fileName="figures.csv"
            notify={notify}
          />
        </div>
      </div>
      <FormNotice notice={notice} />
    </>
  );
}
