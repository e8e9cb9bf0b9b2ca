import { momentNames } from '../../shared/drawing-names.ts';
import { choice, fields, line, list, markdown } from './field.ts';
import { commonFields, section } from './section-parts.ts';

/** Large drawings of the window, each with a heading and text next to it. */
export const scenesSection = section('scenes', {
  ...commonFields,
  text: markdown('the line under the heading').optional(),
  scenes: list(
    'the scenes',
    fields('a scene', {
      heading: line('the heading of the scene'),
      text: markdown('a sentence or two about it'),
      drawing: choice('the drawing next to it', momentNames),
    }),
  ),
});
