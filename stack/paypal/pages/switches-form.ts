import { html } from 'hono/html';
import type { Switches } from '../simulator-context.ts';

type Markup = ReturnType<typeof html>;

/** The switches. Each takes effect when it is changed. */
export function switchesForm(switches: Switches): Markup {
  return html`<h2>Controls</h2>
    <form class="row">
      ${choice('down', 'PayPal', switches.down, [
        [false, 'answers'],
        [true, 'is down (503)'],
        ['hang', 'hangs'],
      ])}
      ${number('delayMs', 'Answers after', switches.delayMs)}
      ${number('webhookDelayMs', 'Webhooks after', switches.webhookDelayMs)}
      ${toggle('deliverTwice', 'Deliver twice', switches.deliverTwice)}
      ${toggle('holdWebhooks', 'Hold webhooks', switches.holdWebhooks)}
      ${toggle('reverseOrder', 'Hold, deliver newest first', switches.reverseOrder)}
      ${toggle('pendingCaptures', 'Captures stay pending', switches.pendingCaptures)}
      ${toggle('pendingSales', 'Subscriptions’ payments stay pending', switches.pendingSales)}
      ${toggle('pendingRefunds', 'Refunds stay pending', switches.pendingRefunds)}
      ${toggle('surfaceDeclines', 'Leave declined cards to the site', switches.surfaceDeclines)}
      ${choice('refuseWrites', 'Changes through the API', switches.refuseWrites, [
        [null, 'work'],
        [429, 'are refused with 429'],
        [500, 'are refused with 500'],
        [503, 'are refused with 503'],
      ])}
      ${choice('failAfterWrite', 'Their answers', switches.failAfterWrite, [
        [null, 'arrive'],
        [500, 'are 500'],
        ['disconnect', 'are lost'],
      ])}
      ${number('answerDelayMs', 'Their answers after', switches.answerDelayMs)}
      ${toggle('webhooksFirst', 'Webhooks before their answers', switches.webhooksFirst)}
      <button type="button" data-post="/control/flush">Deliver held webhooks</button>
      <button type="button" data-post="/control/reset">Forget everything</button>
      <output role="status"></output>
    </form>`;
}

type SwitchesOf<T> = { [K in keyof Switches]: Switches[K] extends T ? K : never }[keyof Switches];

/** A list of values. They are written as JSON, and the page's script sends them to the controls. */
function choice<K extends keyof Switches>(
  name: K,
  label: string,
  current: Switches[K],
  options: readonly (readonly [value: Switches[K], label: string])[],
): Markup {
  return html`<label>
    ${label}
    <select name="${name}">
      ${options.map(
        ([value, text]) =>
          html`<option value="${JSON.stringify(value)}" ${value === current ? 'selected' : ''}>
            ${text}
          </option>`,
      )}
    </select>
  </label>`;
}

function number(name: SwitchesOf<number>, label: string, value: number): Markup {
  return html`<label>
    ${label} <input name="${name}" type="number" min="0" max="120000" step="100" value="${value}" /> ms
  </label>`;
}

function toggle(name: SwitchesOf<boolean>, label: string, isOn: boolean): Markup {
  return html`<label><input name="${name}" type="checkbox" ${isOn ? 'checked' : ''} /> ${label}</label>`;
}
