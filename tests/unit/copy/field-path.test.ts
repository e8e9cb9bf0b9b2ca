import { expect, test } from 'vitest';
import { describeField, fieldLine } from '../../../src/copy/field-path.ts';

const contents = `---
title: A page
# sections: a comment
description: >-
  sections: none of these

topics:
- contact
- buying
sections:
  - type: opening
    heading: A page
  - heading: Cards
    type: cards
    cards:
      - tab: A
        text: |
          - a list
          - of two
      - tab: B
---
title: below
`;

test.each([
  [['title'], 2],
  [['description'], 4],
  [['topics', 1], 9],
  [['sections'], 10],
  [['sections', 1, 'heading'], 13],
  [['sections', 1, 'cards', 0, 'text'], 17],
  [['sections', 1, 'cards', 1, 'tab'], 20],
  [['missing'], 1],
])('fieldLine finds %j on line %i', (path, line) => {
  expect(fieldLine(contents, path)).toBe(line);
  expect(fieldLine(contents.replaceAll('\n', '\r\n'), path)).toBe(line);
});

test('describeField describes a field’s path in words, counting from 1', () => {
  expect(describeField(['sections', 1, 'cards', 0, 'text'])).toBe('section 2, card 1, text');
  expect(describeField(['title'])).toBe('title');
});
