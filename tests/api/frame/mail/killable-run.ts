import type { Database } from '../../../../src/server/frame/context/database.ts';
import type { Mailer, Message } from '../../../../src/server/frame/context/mailer.ts';
import { sendDueMails } from '../../../../src/server/frame/mail/send-mails.ts';
import type { MailService } from '../../../../src/server/frame/context/mailer.ts';
import { settings } from '../../harness.ts';
import { terms } from '../../settings.ts';

/** A step of the outbox's run. */
export type Step = 'claim' | 'send' | 'mark';

interface RunOptions {
  readonly db: Database;
  readonly now: () => Date;
  readonly open: () => Mailer;
  /** The number of the step before which the process is killed. By default it is not killed. */
  readonly killAt?: number;
}

interface RunResult {
  /** The ids of the mails that the mail server accepted in this run. */
  readonly accepted: readonly string[];
  /** The step before which the process was killed. */
  readonly killedBefore: Step | null;
}

class Killed extends Error {}

/** Runs the outbox's job once. A killed process does no further step; requests that it has sent are still carried out. */
export async function runOutbox({ db, now, open, killAt = Infinity }: RunOptions): Promise<RunResult> {
  const accepted: string[] = [];
  const pending: Promise<unknown>[] = [];
  let steps = 0;
  let killedBefore: Step | null = null;

  async function step<T>(name: Step, work: () => Promise<T>): Promise<T> {
    if (killedBefore) throw new Killed();
    steps += 1;
    if (steps === killAt) {
      killedBefore = name;
      throw new Killed();
    }
    const request = work();
    pending.push(request);
    const result = await request;
    // The answer does not reach a process that was killed in the meantime.
    if (killedBefore) throw new Killed();
    return result;
  }

  const killable = new Proxy(db, {
    get: (target, key) => {
      if (key === 'atomically') return killableAtomically(target);
      return Reflect.get(target, key) as unknown;
    },
  });
  /** A claim skips the mails that other workers have; every other transaction marks a mail. */
  function killableAtomically(target: Database): Database['atomically'] {
    return (build) => {
      const [first] = build(target) as readonly { readonly toSQL?: () => { readonly sql: string } }[];
      const isClaim = first?.toSQL?.().sql.includes('skip locked');
      return step(isClaim ? 'claim' : 'mark', () => target.atomically(build));
    };
  }
  const mailer = open();
  const send = async (message: Message) => {
    await mailer.send(message);
    accepted.push(message.id);
  };
  try {
    const killableMailer = {
      send: (message: Message) => step('send', () => send(message)),
      close: () => undefined,
    };
    await sendDueMails({ db: killable, now, terms }, mailService(killableMailer), () => undefined);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  // The workers of a killed process stop one after another.
  let settled = -1;
  while (settled < pending.length) {
    settled = pending.length;
    await Promise.allSettled(pending);
  }
  mailer.close();
  return { accepted, killedBefore };
}

/** Returns the mail settings of the tests with this mailer. */
function mailService(mailer: Mailer): MailService {
  return {
    siteUrl: 'https://site.example',
    linkSecret: settings.mailLinkSecret ?? '',
    open: () => Promise.resolve(mailer),
  };
}
