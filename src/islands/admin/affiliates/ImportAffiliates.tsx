import { useRef, useState } from 'react';
import { affiliateAdminMessages } from '../../../shared/messages/admin.ts';
import { adminProblemText } from '../../../shared/problem-texts/admin.ts';
import { count } from '../../../shared/text.ts';
import { BusyButton } from '../../ui/buttons.tsx';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { FileField } from '../../ui/fields.tsx';
import { FormNotice, type Notice } from '../../ui/notices.tsx';
import { restoreFocus } from '../../ui/focus.ts';
import { readTextFile } from '../../../client/accounts/files.ts';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { type AnswerOf, recordOrMessage } from '../../../client/api.ts';

/** The server's report on a file: its rows, their problems, and the ignored columns. */
export type ImportReport = AnswerOf<'POST /api/affiliates/import'>;

/** A file that a dry run has checked. */
interface CheckedFile {
  readonly csv: string;
  readonly report: ImportReport;
}

const columns: readonly TableColumn<ImportReport['problems'][number]>[] = [
  { label: 'Row', kind: 'number', heads: true, cell: ({ row }) => row },
  { label: 'Column', cell: ({ field }) => field },
  { label: 'Problem', cell: ({ message }) => message },
];

interface Props {
  /** Called after an import, so that the list is loaded again. Also called after a lost answer. */
  readonly onImported: () => void;
}

/** Imports affiliates from a CSV file. A dry run reports each bad row; the import creates all rows or none. */
export function ImportAffiliates({ onImported }: Props) {
  const [checkedFile, setCheckedFile] = useState<CheckedFile | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [busy, setBusy] = useState<'checking' | 'importing' | null>(null);
  const latestAttempt = useRef(0);

  const fail = (text: string) => {
    setNotice({ kind: 'error', text });
  };

  /** Checks the chosen file. The result is dropped if another file was chosen during the check. */
  const check = async (file: File | undefined) => {
    const attempt = (latestAttempt.current += 1);
    setCheckedFile(null);
    setNotice(null);
    setBusy(file ? 'checking' : null);
    if (!file) return;
    const read = await readTextFile(file);
    const report =
      'failure' in read ? adminProblemText(read.failure) : await importAffiliates(read.text, true);
    if (attempt !== latestAttempt.current) return;
    setBusy(null);
    if (typeof report === 'string') fail(report);
    else if ('text' in read) setCheckedFile({ csv: read.text, report });
  };

  const run = async ({ csv }: CheckedFile) => {
    setBusy('importing');
    setNotice(null);
    const report = await importAffiliates(csv, false);
    setBusy(null);
    onImported();
    if (typeof report === 'string') {
      fail(report);
      return;
    }
    // If no row was created, valid rows have become invalid since the check.
    setCheckedFile(report.created > 0 ? null : { csv, report });
    if (report.created === 0) return;
    setNotice({ kind: 'success', text: `${count(report.created, 'affiliate')} imported` });
  };

  const report = checkedFile?.report;
  return (
    <details className="disclosure">
      <summary>Import from a CSV file</summary>
      <p className="soft">
        Columns: name, email, code, referred_by, date_activated (as 2025-08-31). Codes are optional. Up to
        1,000 rows. Nothing is imported until every row is valid.
      </p>
      <FileField
        label="CSV file"
        accept=".csv,text/csv"
        disabled={busy === 'importing'}
        onFile={(file) => void check(file)}
      />
      <FormNotice notice={notice} />
      <p role="status">
        {busy === 'checking' && <span>{affiliateAdminMessages.checkingFile}</span>}
        {report && <span>{`${String(report.valid)} of ${count(report.rows, 'row')} can be imported.`}</span>}
        {report && report.ignored.length > 0 && (
          <span>{` Columns ignored: ${report.ignored.join(', ')}.`}</span>
        )}
      </p>
      {report && report.problems.length > 0 && (
        <CardTable caption="Rows to correct" columns={columns} rows={report.problems} />
      )}
      {checkedFile && checkedFile.report.problems.length === 0 && checkedFile.report.valid > 0 && (
        <div ref={restoreFocus} className="form-actions">
          <BusyButton
            look="primary"
            label={`Import ${count(checkedFile.report.valid, 'affiliate')}`}
            busyLabel={affiliateAdminMessages.importing}
            onPress={() => run(checkedFile)}
          />
        </div>
      )}
    </details>
  );
}

/** Checks a file, or imports it unless a row has a problem. */
async function importAffiliates(csv: string, dryRun: boolean): Promise<ImportReport | string> {
  return recordOrMessage(await authFetch('POST /api/affiliates/import', { body: { csv, dryRun } }));
}
