import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stateOf, type Certificates, type State } from './state.ts';

interface Kept {
  state: State;
  certificates: Certificates | null;
}

export interface Store extends Kept {
  /** Marks the state as changed; it is written shortly after. */
  save(): void;
  /** Writes at once what is not written yet. */
  flush(): void;
}

const saveDelayMs = 50;

const read = (file: string | null): Kept => {
  if (file === null) return { state: stateOf(), certificates: null };
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    return { state: stateOf(kept.state), certificates: kept.certificates };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { state: stateOf(), certificates: null };
    throw new Error(`The PayPal simulator cannot read its state; remove ${file} to start afresh.`, {
      cause: error,
    });
  }
};

/** Opens the state kept in `file`, or an empty one; null keeps it in memory. */
export const openStore = (file: string | null): Store => {
  let timer: NodeJS.Timeout | null = null;
  const store: Store = {
    ...read(file),
    save: () => {
      if (file !== null) timer ??= setTimeout(store.flush, saveDelayMs);
    },
    flush: () => {
      if (timer === null || file === null) return;
      clearTimeout(timer);
      timer = null;
      mkdirSync(path.dirname(file), { recursive: true });
      const { state, certificates } = store;
      // A rename is atomic: whoever reads the file sees the old state or the new one, never a half.
      writeFileSync(`${file}.tmp`, JSON.stringify({ state, certificates }), { mode: 0o600 });
      renameSync(`${file}.tmp`, file);
    },
  };
  return store;
};
