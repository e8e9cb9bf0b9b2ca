import { html } from 'hono/html';
import { formatLongDate } from '../../../shared/dates.ts';
import {
  withdrawalFacts,
  withdrawalKindTexts,
  withdrawalMessages as texts,
} from '../../../shared/messages/withdrawals.ts';
import type { WithdrawalInput } from '../../../shared/schemas/withdrawal.ts';
import {
  withdrawalFields,
  withdrawalFormPath,
  withdrawalKinds,
  withdrawalReference,
} from '../../../shared/withdrawals.ts';
import type { Answer } from '../../frame/http/answer.ts';
import { notice, pageAnswer } from '../../frame/http/plain-page.ts';
import type { ReceivedWithdrawal } from './record-withdrawal.ts';

interface FormState {
  readonly typed: WithdrawalInput;
  /** The error of each field, by the name of the field. */
  readonly errors?: ReadonlyMap<string, string>;
  /** The name of the field that gets the focus. The default is the first field with an error. */
  readonly focused?: string;
}

/** The form with the typed text. The labels and hints are those of src/layouts/sections/Withdrawal.astro. */
export function formPage({ typed, errors, focused }: FormState, status: number): Promise<Answer<never>> {
  const target = focused ?? withdrawalFields.find(({ name }) => errors?.has(name))?.name;
  const choices = withdrawalKinds.map(
    (kind) =>
      html`<label>
        <input type="radio" name="kind" value="${kind}" ${kind === typed.kind ? html`checked` : ''} />
        <span>${withdrawalKindTexts[kind].choice}</span>
        <span class="hint">${withdrawalKindTexts[kind].effect}</span>
      </label>`,
  );
  const fields = withdrawalFields.map(({ name, label, hint, type, autocomplete, maxLength }) => {
    const error = errors?.get(name);
    return html`<div class="field">
      <label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        type="${type}"
        autocomplete="${autocomplete}"
        maxlength="${maxLength}"
        required
        value="${typed[name]}"
        aria-describedby="${name}-hint ${name}-error"
        ${error === undefined ? '' : html`aria-invalid="true"`}
        ${name === target ? html`autofocus` : ''}
      />
      <span id="${name}-hint" class="hint">${hint}</span>
      <span id="${name}-error" class="field-error">${error}</span>
    </div>`;
  });
  const body = html`<form class="form" method="post" action="${withdrawalFormPath}">
    <fieldset class="choices">
      <legend>${texts.what}</legend>
      ${choices}
    </fieldset>
    ${fields}
    <div class="form-actions"><button class="button button-primary">${texts.continue}</button></div>
  </form>`;
  return pageAnswer(texts.heading, body, status, { tabTitle: errors && `${texts.error}: ${texts.heading}` });
}

/** Shows the request for a check, with the button that sends it. `problem` is the reason why it was not sent. */
export function checkPage(input: WithdrawalInput, status: number, problem?: string): Promise<Answer<never>> {
  const { noun, confirm } = withdrawalKindTexts[input.kind];
  const hidden = (['kind', ...withdrawalFields.map(({ name }) => name)] as const).map(
    (name) => html`<input type="hidden" name="${name}" value="${input[name]}" />`,
  );
  const body = html`
    ${problem === undefined ? html`<p>${texts.check}</p>` : notice(`${problem} ${texts.notSent(noun)}`, 'error')}
    ${facts(input)}
    <form class="form-actions" method="post" action="${withdrawalFormPath}">
      ${hidden}
      <button class="button button-primary" name="step" value="confirm">${confirm}</button>
      <button class="button" name="step" value="change">${texts.change}</button>
    </form>
  `;
  const heading = texts.checkHeading(noun);
  const tabTitle = problem === undefined ? heading : `${texts.error}: ${heading}`;
  return pageAnswer(heading, body, status, { tabTitle });
}

/**
 * Confirms a request with the time of its receipt, its reference and the address of the mail. The page is the same whether or
 * not a purchase was found, so that nobody can guess order numbers.
 */
export function confirmationPage(
  input: WithdrawalInput,
  { id, received_at: receivedAt }: ReceivedWithdrawal,
): Promise<Answer<never>> {
  const { noun, next } = withdrawalKindTexts[input.kind];
  const received = texts.received(noun, formatLongDate(receivedAt), receivedAt.slice(11, 19));
  const body = html`
    ${notice(received, 'success')}
    <p>${texts.mailed(input.email)}</p>
    ${facts(input, [[withdrawalFacts.reference, withdrawalReference(id)]])}
    <p>${next} ${texts.nothingElse}</p>
    <div class="form-actions">
      <a class="button" href="/purchases">${texts.purchases}</a>
      <a class="button" href="/">${texts.home}</a>
    </div>
  `;
  return pageAnswer(texts.receivedHeading(noun), body, 201);
}

function facts(input: WithdrawalInput, firstRows: readonly (readonly [string, string])[] = []) {
  const rows = [
    ...firstRows,
    [withdrawalFacts.statement, withdrawalKindTexts[input.kind].statement],
    ...withdrawalFields.map(({ name }) => [withdrawalFacts[name], input[name]] as const),
  ] as const;
  return html`<dl class="facts">
    ${rows.map(
      ([term, detail]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${detail}</dd>
        </div>`,
    )}
  </dl>`;
}
