import { html } from 'hono/html';
import type { Switches } from '../settings.ts';

type Markup = ReturnType<typeof html>;
type NameOf<T> = { [K in keyof Switches]: Switches[K] extends T ? K : never }[keyof Switches];

const number = (name: NameOf<number>, label: string, value: number): Markup =>
  html`<label>
    ${label} <input name="${name}" type="number" min="0" max="120000" step="100" value="${value}" /> ms
  </label>`;

const toggle = (name: NameOf<boolean>, label: string, isOn: boolean): Markup =>
  html`<label><input name="${name}" type="checkbox" ${isOn ? 'checked' : ''} /> ${label}</label>`;

const downs = [
  ['false', 'answers'],
  ['true', 'is down (503)'],
  ['hang', 'hangs'],
] as const;

/** The control switches; each takes effect when it is changed. */
export const switchesForm = (switches: Switches): Markup =>
  html`<h2>Controls</h2>
    <form class="row">
      <label>
        The provider
        <select name="down">
          ${downs.map(
            ([value, label]) =>
              html`<option value="${value}" ${String(switches.down) === value ? 'selected' : ''}>
                ${label}
              </option>`,
          )}
        </select>
      </label>
      ${number('delayMs', 'Answers after', switches.delayMs)}
      ${number('webhookDelayMs', 'Webhooks after', switches.webhookDelayMs)}
      ${toggle('deliverTwice', 'Deliver twice', switches.deliverTwice)}
      ${toggle('holdWebhooks', 'Hold webhooks', switches.holdWebhooks)}
      ${toggle('reverseOrder', 'Hold, deliver newest first', switches.reverseOrder)}
      ${toggle('pendingCaptures', 'Captures stay pending', switches.pendingCaptures)}
      ${toggle('pendingSales', 'Subscriptions’ payments stay pending', switches.pendingSales)}
      ${toggle('surfaceDeclines', 'Leave declined cards to the site', switches.surfaceDeclines)}
      <button type="button" data-post="/control/flush">Deliver held webhooks</button>
      <button type="button" data-post="/control/reset">Forget everything</button>
      <output role="status"></output>
    </form>`;
