import * as z from 'zod';
import { drawingNames } from '../../shared/drawing-names.ts';
import { alternativesSection } from './alternatives-section.ts';
import { colophonSection } from './colophon-section.ts';
import { downloadsSection } from './downloads-section.ts';
import { topics } from './entries.ts';
import {
  anchor,
  choice,
  expected,
  fields,
  line,
  link,
  list,
  markdown,
  shortText,
  text,
  yesOrNo,
} from './field.ts';
import { findDuplicatesSection } from './find-duplicates-section.ts';
import { findingsSection } from './findings-section.ts';
import { indexSection } from './index-section.ts';
import { installSection } from './install-section.ts';
import { letterSection } from './letter-section.ts';
import { logosSection, pictureSection, sentencesSection } from './press-section.ts';
import { scenesSection } from './scenes-section.ts';
import {
  markdownLine,
  heading,
  buttons,
  fact,
  pageLink,
  forEachPlan,
  id,
  commonFields,
  section,
} from './section-parts.ts';

const sections = [
  section('opening', {
    heading: line('the heading of the page, its only one of the first rank'),
    lede: markdownLine('the sentence or two under the heading'),
    note: markdownLine('a small line above or below, such as the date of the last update').optional(),
    announcement: fields('the panel above the heading', {
      label: shortText('the loud part', 20),
      text: text('the quiet part'),
      href: link('where the panel leads'),
    }).optional(),
    buttons: buttons.optional(),
    drawing: choice('the drawing next to the heading', drawingNames).optional(),
  }),
  letterSection,
  colophonSection,
  section('band', {
    id,
    heading,
    text: markdown('the text of the dark band'),
    facts: list('lines of a term and a detail', fact).optional(),
    link: fields('the link at the end', {
      label: text('what it says'),
      href: link('where it leads'),
    }).optional(),
  }),
  section('features', {
    ...commonFields,
    text: markdown('the line under the heading').optional(),
    soon: markdownLine(
      'what is said of the announced features; without it, the names alone are listed',
    ).optional(),
  }),
  scenesSection,
  section('split', {
    ...commonFields,
    look: choice('how the heading and the text stand', ['beside', 'card', 'pull']).default('beside'),
    text: markdown('the text'),
    facts: list('lines of a term and a detail', fact).optional(),
    buttons: buttons.optional(),
  }),
  section('cards', {
    ...commonFields,
    text: markdown('the line under the heading').optional(),
    cards: list(
      'the cards',
      fields('a card', {
        tab: shortText(
          'the word on the index tab of the card; without it, the heading is on the tab',
          16,
        ).optional(),
        id: anchor('the anchor of the card').optional(),
        heading: line('the heading of the card'),
        text: markdown('the text of the card'),
        link: fields('the link at its end', {
          label: text('what it says'),
          href: link('where it leads'),
        }).optional(),
        soon: yesOrNo('true where the card announces something that is not there yet').default(false),
      }),
    ),
  }),
  section('pairs', {
    ...commonFields,
    text: markdown('the line under the heading').optional(),
    left: text('the heading of the left column'),
    right: text('the heading of the right column'),
    pairs: list(
      'the lines',
      fields('a line', { left: markdownLine('its left side'), right: markdownLine('its right side') }),
    ),
  }),
  section('steps', {
    ...commonFields,
    text: markdown('the line under the heading').optional(),
    groups: list(
      'one or more lists of steps, side by side',
      fields('a list of steps', {
        heading: line('what these steps are for'),
        steps: list('the steps, in their order', markdownLine('one step')),
        soon: text('what is announced and not there yet').optional(),
      }),
    ),
  }),
  section('text', {
    id,
    heading: heading.optional(),
    text: markdown('the text; without it, the body of the file').optional(),
  }),
  section('questions', { ...commonFields, topic: choice('which questions are listed', topics) }),
  section('pitches', {
    ...commonFields,
    text: markdown('the line under the heading'),
    kind: choice('which posts are listed', ['long', 'short']),
  }),
  section('newsletter', { ...commonFields, text: markdown('the line under the heading') }),
  section('withdrawal', { ...commonFields, text: markdown('the text next to the form') }),
  section('closing', {
    heading,
    text: markdownLine('the line under the heading').optional(),
    prices: yesOrNo('true shows the price of each plan above the buttons').default(false),
    buttons,
  }),
  section('requirements', {
    ...commonFields,
    text: markdown('the line under the heading').optional(),
    brief: yesOrNo('the computer alone, without what it connects to').default(false),
  }),
  downloadsSection,
  installSection,
  section('releases', { id, heading }),
  section('versions', { id, heading }),
  section('demo-profile', { ...commonFields, text: markdown('the line under the heading') }),
  section('comparison', {
    ...commonFields,
    text: markdown('the line under the heading').optional(),
    lines: list(
      'the lines of the table',
      fields('a line of the table', {
        label: line('what the plans are compared by'),
        ...forEachPlan(markdownLine('what is so with this plan')),
      }),
    ),
  }),
  findDuplicatesSection,
  section('purchases', {
    id,
    ask: fields('the form that sends a link', {
      heading: line('the heading of the form'),
      text: markdown('what happens after the form, above the field'),
      hint: markdownLine('which address to enter, below the field'),
    }),
    empty: markdownLine('the text for an address without purchases'),
    help: markdownLine('where to get help'),
    data: fields('the part about the stored data', {
      text: markdownLine('what the buyer can do with the data'),
      erased: markdown('what is erased, in the question before it'),
      kept: markdown('what is kept and why, in the question before it'),
    }),
  }),
  section('checkout', {
    plans: fields(
      'the words of the plans',
      forEachPlan(
        fields('the words of a plan', {
          period: text('the words next to the price, such as per year'),
          renewal: text('whether the plan renews, such as doesn’t renew'),
          terms: text('the terms at the payment buttons, in a sentence'),
          links: list('the links after the terms', pageLink),
        }),
      ),
    ),
    buyer: fields('the optional fields', {
      heading: text('the heading of the optional fields'),
      email: text('what the email is for, below its field'),
    }),
    points: list(
      'facts for a buyer, next to the checkout',
      fields('a point', { heading: text('its first words'), text: markdownLine('the rest') }),
    ),
  }),
  indexSection,
  alternativesSection,
  findingsSection,
  pictureSection,
  logosSection,
  sentencesSection,
] as const;

export const sectionTypes = sections.map(({ shape }) => shape.type.value);

/** A section of a page. `type` decides the other fields. */
export const sectionSchema = z.discriminatedUnion('type', sections, {
  error: ({ input }) => {
    const isSection = typeof input === 'object' && input !== null && !Array.isArray(input);
    const type = isSection ? (input as { readonly type?: unknown }).type : input;
    return expected(`a section with a "type", one of ${sectionTypes.join(', ')}`)({ input: type });
  },
});

export type Section = z.infer<typeof sectionSchema>;
export type SectionOf<Type extends Section['type']> = Extract<Section, { type: Type }>;
