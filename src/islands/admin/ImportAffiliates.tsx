import { useState } from 'react';
import * as z from 'zod/mini';
import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import { problemText } from '../../shared/problems.ts';
import { FormNotice, type Notice } from '../ui/FormNotice.tsx';
import { affiliatesPath } from './affiliate-record.ts';

const shape = z.object({
  rows: z.number(),
  valid: z.number(),
  created: z.number(),
  problems: z.array(z.object({ row: z.number(), field: z.string(), message: z.string() })),
});
type Report = z.infer<typeof shape>;

const send = async (csv: string, dryRun: boolean): Promise<Report | string> => {
  const answer = await callAsViewer('POST', `${affiliatesPath}/import`, { body: { csv, dryRun } });
  const report = shape.safeParse(answer.data).data;
  return answer.ok && report ? report : (answer.error ?? problemText('connection-lost'));
};

/** Imports affiliates from a CSV file: first a trial that reports each bad row, then all of it or nothing. */
export const ImportAffiliates = ({ onImported }: { readonly onImported: () => void }) => {
  const [csv, setCsv] = useState<string | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [busy, setBusy] = useState(false);

  const run = async (text: string, dryRun: boolean) => {
    if (busy) return;
    setBusy(true);
    setNotice(null);
    const result = await send(text, dryRun);
    setBusy(false);
    if (typeof result === 'string') {
      setNotice({ kind: 'error', text: result });
      return;
    }
    setReport(result);
    if (!dryRun && result.created > 0) {
      setNotice({ kind: 'success', text: `${String(result.created)} affiliates imported` });
      setCsv(null);
      setReport(null);
      onImported();
    }
  };

  const open = async (file: File | undefined) => {
    setReport(null);
    setCsv(null);
    if (!file) return;
    const text = await file.text();
    setCsv(text);
    await run(text, true);
  };

  return (
    <details className="import">
      <summary>Import from a CSV file</summary>
      <p className="soft">
        Columns: name, email, code, referred_by, date_activated. Codes may be left out. Up to 1,000 rows;
        nothing is written before every row is right.
      </p>
      <div className="field">
        <label htmlFor="import-file">CSV file</label>
        <input
          id="import-file"
          type="file"
          accept=".csv,text/csv"
          // A file that was mended is chosen again under the same name.
          onClick={(event) => {
            event.currentTarget.value = '';
          }}
          onChange={(event) => void open(event.target.files?.[0])}
        />
      </div>
      <FormNotice notice={notice} />
      {report && (
        <p role="status">
          {report.valid} of {report.rows} rows can be imported.
        </p>
      )}
      {report && report.problems.length > 0 && (
        <div className="table-wrap">
          <table>
            <caption className="visually-hidden">Rows to mend</caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Column</th>
                <th scope="col">What is wrong</th>
              </tr>
            </thead>
            <tbody>
              {report.problems.map(({ row, field, message }) => (
                <tr key={`${String(row)} ${field}`}>
                  <td className="number">{row}</td>
                  <td>{field}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {csv !== null && report && report.problems.length === 0 && report.valid > 0 && (
        <div className="form-actions">
          <button
            type="button"
            className="button button-primary"
            aria-busy={busy}
            onClick={() => void run(csv, false)}
          >
            Import {report.valid} affiliates
          </button>
        </div>
      )}
    </details>
  );
};
