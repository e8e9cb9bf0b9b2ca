import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

export type EmulatorAccount = z.infer<typeof account>;

/** An account in the emulator's form. The emulator stores the password as readable text with a salt. */
const account = z.looseObject({
  localId: z.string().min(1),
  providerUserInfo: z.array(z.looseObject({ providerId: z.string() })).optional(),
});
const accountsFile = z.object({ users: z.array(account) });

/** Reads the saved accounts. Returns none if the file is missing. Throws for a damaged file, and leaves it unchanged. */
export function readAccounts(file: string): EmulatorAccount[] {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  try {
    return accountsFile.parse(JSON.parse(text)).users;
  } catch (error) {
    throw new Error(`${file} holds no readable accounts. Delete it to start without them.`, { cause: error });
  }
}

/** Returns functions that save the accounts if they have changed: `saveLater` after a delay, `save` at once. */
export function createAccountSaver(file: string, accounts: () => Iterable<EmulatorAccount>, delayMs = 200) {
  let savedText = serialize(accounts());
  let timer: NodeJS.Timeout | undefined;
  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = serialize(accounts());
    if (text === savedText) return;
    writeAtomically(file, text);
    savedText = text;
  }
  const saveLater = (): void => {
    timer ??= setTimeout(save, delayMs);
  };
  return { saveLater, save };
}

function serialize(accounts: Iterable<EmulatorAccount>): string {
  const users = [...accounts].sort((a, b) => (a.localId < b.localId ? -1 : 1));
  return `${JSON.stringify({ users }, null, 2)}\n`;
}

function writeAtomically(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  const handle = fs.openSync(temporary, 'w', 0o600);
  fs.writeFileSync(handle, text);
  fs.fsyncSync(handle);
  fs.closeSync(handle);
  fs.renameSync(temporary, file);
}
