import { formatLongDate } from '../../shared/dates.ts';
import { leavingMoneyMessages as texts } from '../../shared/messages/leaving-money.ts';
import { Consequences } from '../account/own/Consequences.tsx';
import type { PayoutAccount } from './PaymentInformation.tsx';

interface Props {
  readonly leftAt: string;
  /** Undefined until it is loaded. */
  readonly account: PayoutAccount | undefined;
}

/** Shows a person who left the program the money that is still to be paid, and when the record is closed. */
export function LeftProgram({ leftAt, account }: Props) {
  return (
    <div className="notice" data-kind="info">
      <div className="stacked">
        <p>{texts.left(formatLongDate(leftAt))}</p>
        {account && <Consequences membership={account} />}
        <p>{texts.comeBack}</p>
      </div>
    </div>
  );
}
