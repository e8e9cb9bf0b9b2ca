interface AnswerHead {
  readonly status: number;
  readonly headers?: Headers;
}

/** True if the API answered that the sign-in is too old for the call (RFC 9470). */
export function needsFreshSignIn({ status, headers }: AnswerHead): boolean {
  return status === 401 && /insufficient_user_authentication/.test(headers?.get('www-authenticate') ?? '');
}

/** Asks the user for their password. Resolves with true once they have signed in again, and with false if they cancel. */
export type PasswordPrompt = () => Promise<boolean>;

let prompt: PasswordPrompt | null = null;
let openPrompt: Promise<boolean> | null = null;

/** Sets the prompt of the current screen. Returns a function that removes it. */
export function setPasswordPrompt(newPrompt: PasswordPrompt): () => void {
  prompt = newPrompt;
  return () => {
    if (prompt !== newPrompt) return;
    prompt = null;
    // A dialog that disappears with its screen is never answered.
    openPrompt = null;
  };
}

/**
 * Asks for the password. Calls that fail at the same time share one prompt. Resolves with false on a screen without a prompt, and
 * if its script cannot be loaded.
 */
export function askForPassword(): Promise<boolean> {
  openPrompt ??= (prompt?.() ?? Promise.resolve(false))
    .catch(() => false)
    .finally(() => {
      openPrompt = null;
    });
  return openPrompt;
}
