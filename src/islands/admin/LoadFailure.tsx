import { messages } from '../../shared/messages.ts';
import type { Records } from './use-records.ts';

interface Props<Row> {
  readonly records: Records<Row>;
  readonly text: (message: string) => string;
}

/** Says that a list could not be had, and asks again at a press. */
export const LoadFailure = <Row,>({ records, text }: Props<Row>) =>
  records.failure !== null && (
    <>
      <div className="notice" role="alert" data-kind="error">
        {text(records.failure)}
      </div>
      <div className="form-actions">
        <button type="button" className="button" onClick={records.reload}>
          {messages.account.retry}
        </button>
      </div>
    </>
  );
