import { useState } from 'react';
import { earningsMessages, linkMessages as texts } from '../../shared/messages/affiliate.ts';
import { BarChart } from '../ui/BarChart.tsx';
import { Usd } from '../ui/CardTable.tsx';
import { shortName } from './EarningsChart.tsx';
import { type AffiliateLink, conversionText, linkName, type LinkMonth, sumOf } from './link-figures.ts';

/** The clicks of each month, of all links or of one, as a bar chart and with the other figures as a table. */
export function LinkChart({ links }: { readonly links: readonly AffiliateLink[] }) {
  const [code, setCode] = useState('');
  // The chosen link may be gone after a reload.
  const chosen = links.filter((link) => link.code === code);
  const months = monthsOf(chosen.length > 0 ? chosen : links);
  return (
    <div className="chart-block">
      <figure>
        <figcaption className="field">
          <label htmlFor="chart-link">{texts.chart}</label>
          <select
            id="chart-link"
            value={code}
            onChange={({ target }) => {
              setCode(target.value);
            }}
          >
            <option value="">{texts.allLinks}</option>
            {links.map((link) => (
              <option key={link.code} value={link.code}>
                {linkName(link)}
              </option>
            ))}
          </select>
        </figcaption>
        <BarChart
          bars={months.map(({ month, clicks }) => ({ label: shortName(month), value: clicks }))}
          format={String}
          minStep={1}
        />
        <details>
          <summary>{earningsMessages.showTable}</summary>
          <MonthTable months={months} />
        </details>
      </figure>
    </div>
  );
}

/** Adds up the months of several links, the newest month first. */
function monthsOf(links: readonly AffiliateLink[]): readonly LinkMonth[] {
  const [first] = links;
  const months = (first?.months ?? []).map(({ month }, index) => ({
    month,
    ...sumOf(links.flatMap(({ months: rows }) => rows[index] ?? [])),
  }));
  return months.toReversed();
}

/** The figures of the chart. Its short columns fit on a phone, so the rows need not become cards. */
function MonthTable({ months }: { readonly months: readonly LinkMonth[] }) {
  return (
    <table>
      <caption className="visually-hidden">{texts.monthTable}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.month}</th>
          {[texts.clicks, texts.purchases, texts.conversion, texts.earned].map((label) => (
            <th key={label} scope="col" className="number">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((row) => (
          <tr key={row.month}>
            <th scope="row">{shortName(row.month)}</th>
            <td className="number">{row.clicks}</td>
            <td className="number">{row.purchases}</td>
            <td className="number">{conversionText(row)}</td>
            <td className="number">
              <Usd cents={row.earned_cents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
