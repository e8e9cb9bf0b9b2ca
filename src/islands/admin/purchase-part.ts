import type { Said } from '../records/ScreenNotice.tsx';
import type { PurchaseDetails } from './purchase-record.ts';

/** Props of the panel's sections. */
export interface PurchasePart {
  readonly purchase: PurchaseDetails;
  readonly say: (said: Said | null) => void;
  /** Shows the purchase as a change left it. */
  readonly onChange: (purchase: PurchaseDetails) => void;
  /** Loads the purchase and the list behind it again. Resolves with the text of the failure, or null. */
  readonly reload: () => Promise<string | null>;
}
