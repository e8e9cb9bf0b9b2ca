import { type ReactNode, useId, useState } from 'react';
import { type AnswerOf, callPath } from '../../../client/api.ts';
import { figureMessages as texts } from '../../../shared/messages/figures.ts';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
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
        <Choice
          label={texts.period}
          value={unit}
          onChange={(value) => {
            change({ unit: value === 'day' ? 'day' : 'week' });
          }}
        >
          {Object.entries(texts.periods).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice
          label={texts.page}
          value={page}
          onChange={(value) => {
            change({ page: value });
          }}
        >
          <option value="">{texts.allPages}</option>
          {[...paths].sort().map((path) => (
            <option key={path} value={path}>
              {path}
            </option>
          ))}
        </Choice>
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

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

/** A labelled select. */
export function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      >
        {children}
      </select>
    </div>
  );
}
