import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createState, type Certificates, type State } from './state.ts';

interface StoredFile {
  state: State;
  certificates: Certificates | null;
}

export interface Store extends StoredFile {
  /** Marks the state as changed. It is written after a short delay. */
  save(): void;
  /** Writes a changed state at once. */
  flush(): void;
}

const saveDelayMs = 50;

/** Loads the state from `file`, or starts with an empty state if there is no such file. Null saves nothing. */
export function openStore(file: string | null): Store {
  let timer: NodeJS.Timeout | null = null;
  const store: Store = {
    ...readFile(file),
    save: () => {
      if (file !== null) timer ??= setTimeout(store.flush, saveDelayMs);
    },
    flush: () => {
      if (timer === null || file === null) return;
      clearTimeout(timer);
      timer = null;
      mkdirSync(path.dirname(file), { recursive: true });
      const { state, certificates } = store;
      // A rename is atomic, so a reader never sees a half-written file.
      writeFileSync(`${file}.tmp`, JSON.stringify({ state, certificates }), { mode: 0o600 });
      renameSync(`${file}.tmp`, file);
    },
  };
  return store;
}

function readFile(file: string | null): StoredFile {
  if (file === null) return { state: createState(), certificates: null };
  try {
    const { state, certificates } = JSON.parse(readFileSync(file, 'utf8')) as StoredFile;
    return { state: createState(state), certificates };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { state: createState(), certificates: null };
    throw new Error(`The PayPal simulator cannot read its state; remove ${file} to start afresh.`, {
      cause: error,
    });
  }
}
