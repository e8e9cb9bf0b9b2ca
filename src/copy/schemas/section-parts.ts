import * as z from 'zod';
import { anchor, choice, fields, patternText, line, link, list, shortText, text } from './field.ts';
import type { PlanId } from '../../shared/plans.ts';

/* Parts that the schemas of sections share. */

export function markdownLine(what: string) {
  return line(`${what} (Markdown)`);
}

export const heading = line('the heading of the section, one short line');

const button = fields('a button', {
  label: shortText('what the button says', 40),
  href: link('where the button leads'),
  about: shortText(
    'what is heard after the label, where that alone does not say where it leads',
    60,
  ).optional(),
  style: choice('how the button looks; primary once on a screen', ['primary', 'plain', 'quiet']).default(
    'plain',
  ),
  event: patternText(
    'the name of the analytics event that a press sends, such as choirs_buy',
    /^[a-z][a-z0-9_]*$/,
  )
    .describe('the name of the analytics event that a press sends')
    .optional(),
});
export const buttons = list('the buttons, in their order', button);
export const fact = fields('a line of facts', {
  term: line('what the line is about'),
  detail: line('what is so'),
});

export const pageLink = fields('a link', { label: text('what the link says'), href: link('where it leads') });

/** A system that the program runs on. */
export const system = choice('the system', ['Mac', 'Windows']);

/** The same fields for each plan, by the plan's id. */
export function forEachPlan<Words extends z.ZodType>(words: Words) {
  return { basic: words, annual: words } satisfies Record<PlanId, Words>;
}

export const id = anchor('the anchor of the section, for links such as /affiliate-program#apply').optional();

/** Fields of most sections. */
export const commonFields = {
  id,
  tab: shortText('the words on the index tab of the section', 24).optional(),
  heading,
};

export function section<const Type extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  shape: Shape,
) {
  return fields(`a section of the type "${type}"`, { type: z.literal(type), ...shape });
}
