import { type WithdrawalInput, withdrawalInput } from '../../../shared/schemas/withdrawal.ts';
import { toLine } from '../../../shared/text.ts';
import { isWithdrawalKind } from '../../../shared/withdrawals.ts';
import type { Answer } from '../../frame/http/answer.ts';
import { retryAfterHeader, toProblem } from '../../frame/http/errors.ts';
import { parseInput } from '../../frame/http/input.ts';
import type { RequestContext } from '../../frame/http/types.ts';
import { recordWithdrawal } from './record-withdrawal.ts';
import { checkPage, confirmationPage, formPage } from './withdrawal-pages.ts';

/**
 * Answers the plain form, which works without a script. Without a `step` the buyer checks the request; `confirm` sends it;
 * `change` shows the form again. The typed text survives every error.
 */
export async function answerForm(c: RequestContext): Promise<Answer<never>> {
  const submitted = new URLSearchParams(await c.req.text());
  const read = (field: string) => submitted.get(field) ?? '';
  // Copied text can have invisible characters, which the buyer could not find.
  const kind = read('kind');
  const typed = {
    kind: isWithdrawalKind(kind) ? kind : 'withdrawal',
    name: toLine(read('name')),
    order_number: toLine(read('order_number')),
    email: toLine(read('email')),
  } satisfies WithdrawalInput;
  const step = submitted.get('step');
  if (step === 'change') return formPage({ typed, focused: 'name' }, 200);
  try {
    const input = parseInput(withdrawalInput, typed);
    if (step !== 'confirm') return await checkPage(input, 200);
    return await confirmationPage(input, await recordWithdrawal(c.get('context'), input));
  } catch (error) {
    const failure = toProblem(error);
    const { status, message, fields } = failure;
    const answer = fields
      ? await formPage(
          { typed, errors: new Map(fields.map(({ field, message }) => [field, message])) },
          status,
        )
      : await checkPage(typed, status, message);
    return { ...answer, headers: { ...answer.headers, ...retryAfterHeader(failure) }, error: failure };
  }
}

/** The empty form, for a browser that opens the address of the form again. */
export function emptyForm(): Promise<Answer<never>> {
  return formPage({ typed: { kind: 'withdrawal', name: '', order_number: '', email: '' } }, 200);
}
