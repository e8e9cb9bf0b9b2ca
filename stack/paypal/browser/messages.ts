/** What the approval window tells the page that opened it. */
export interface Choice {
  type: 'approved' | 'cancelled';
  orderID: string;
  payerID: string | null;
  subscriptionID: string | null;
  billingToken: string | null;
}

export interface ChoiceMessage {
  source: 'paypal-simulator';
  /** The order's or subscription's id. */
  token: string;
  /** Which showing of the window it answers; the message is repeated, and an older one must not count. */
  round: string;
  choice: Choice;
}

/** The message in a postMessage's data when it is about this token and round, else null. */
export const choiceAbout = (token: string, round: string, data: unknown): Choice | null => {
  const message = data as Partial<ChoiceMessage> | null;
  const isOurs = message?.source === 'paypal-simulator' && message.token === token && message.round === round;
  return isOurs ? (message.choice ?? null) : null;
};

/** Whether a postMessage's data says that the approval page of this token is there. */
export const isReady = (token: string, data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'ready' in data && data.ready === token;
