import { describe, expect, it } from 'vitest';
import { nextTabIndex } from '../../../../src/islands/profiles/DashboardTabs.tsx';
import { isPictureUrl } from '../../../../src/shared/text.ts';
import { readValues } from '../../../../src/islands/profiles/ProfileFields.tsx';

function typed(texts: Readonly<Record<string, string>>) {
  return (field: string) => texts[field] ?? '';
}

describe('typed values', () => {
  it('are trimmed, and empty values are null', () => {
    expect(readValues(typed({ userId: ' ada ', name: '  ', email: ' ada@mail.example' }))).toEqual({
      userId: 'ada',
      name: null,
      email: 'ada@mail.example',
      phone: null,
      pictureUrl: null,
      facebookId: null,
      linkedinId: null,
    });
  });

  it('use the fixed user ID if the form has no field for it', () => {
    expect(readValues(typed({}), 'ada').userId).toBe('ada');
  });
});

it.each([
  ['https://pictures.example/a.png', true],
  ['http://pictures.example/a.png', false],
  ['https://ada:secret@pictures.example/a.png', false],
  ['javascript:alert(1)', false],
  ['https://pictures.example/a b.png', false],
])('%j is a valid address of a picture: %s', (address, isValid) => {
  expect(isPictureUrl(address)).toBe(isValid);
});

it.each([
  ['ArrowRight', 1, 0],
  ['ArrowLeft', 0, 1],
  ['Home', 1, 0],
  ['End', 0, 1],
])('%s at tab index %i of two tabs moves to index %i', (key, index, next) => {
  expect(nextTabIndex(key, index, 2)).toBe(next);
});

it('other keys move to no tab', () => {
  expect(nextTabIndex('Enter', 0, 2)).toBeNull();
});
