import { createContext, use } from 'react';

export interface ConfirmQuestion {
  /** The question as one sentence. */
  readonly text: string;
  /** The consequences, if they need an explanation. Several are shown as a list. */
  readonly detail?: string | readonly string[] | undefined;
  /** The label of the button that confirms. */
  readonly action: string;
  /** True for an action that destroys something for good. The dialog says so, and its button is red. */
  readonly isFinal?: boolean;
  /** Red for an action that ends something, but not for good. The default is the look of a primary button. */
  readonly look?: 'danger' | 'plain';
  /** The label of the button that does nothing, if it is not Cancel. */
  readonly cancel?: string;
}

export type Ask = (question: ConfirmQuestion) => Promise<boolean>;

/** The question of a component to the user. The provider is in ConfirmDialog.tsx. */
export const AskContext = createContext<{
  readonly ask: Ask;
  /** True while a question is open. */
  readonly isAsking: boolean;
}>({ ask: () => Promise.resolve(false), isAsking: false });

/** Returns a function that asks the user to confirm an action. It resolves to true after a confirmation. */
export function useAsk(): Ask {
  return use(AskContext).ask;
}
