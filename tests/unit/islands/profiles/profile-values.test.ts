import { describe, expect, it } from 'vitest';
import { placeAfter } from '../../../../src/islands/profiles/DashboardTabs.tsx';
import { isPictureUrl } from '../../../../src/shared/text.ts';
import { differ, valuesOf } from '../../../../src/islands/profiles/profile-values.ts';

const typed = (texts: Readonly<Record<string, string>>) => (field: string) => texts[field] ?? '';

describe('what was typed', () => {
  it('is trimmed, and nothing is null', () => {
    expect(valuesOf(typed({ userId: ' ada ', name: '  ', email: ' ada@mail.example' }))).toEqual({
      userId: 'ada',
      name: null,
      email: 'ada@mail.example',
      phone: null,
      pictureUrl: null,
      facebookId: null,
      linkedinId: null,
    });
  });

  it('takes the fixed user ID where the form has none to type', () => {
    expect(valuesOf(typed({}), 'ada').userId).toBe('ada');
  });

  it('differs from what is stored by its fields alone, and nothing is like nothing', () => {
    const stored = { userId: 'ada', name: 'Ada', email: null, id: '1', updatedAt: '2025-08-15T10:00:00Z' };
    expect(differ(valuesOf(typed({ name: 'Ada' }), 'ada'), stored)).toBe(false);
    expect(differ(valuesOf(typed({ name: 'Ada', phone: '1' }), 'ada'), stored)).toBe(true);
    expect(differ(valuesOf(typed({})), {})).toBe(false);
  });
});

it.each([
  ['https://pictures.example/a.png', true],
  ['HTTPS://pictures.example/a.png', true],
  ['http://pictures.example/a.png', false],
  ['https://ada:secret@pictures.example/a.png', false],
  ['javascript:alert(1)', false],
  ['https://pictures.example/a b.png', false],
  ['https://pictures.example\\a.png', false],
  ['https://', false],
  ['', false],
])('a picture at %j can be asked for: %s', (address, can) => {
  expect(isPictureUrl(address)).toBe(can);
});

it.each([
  ['ArrowRight', 1, 0],
  ['ArrowLeft', 0, 1],
  ['Home', 1, 0],
  ['End', 0, 1],
  ['Enter', 0, null],
])('%s leads from tab %i of two to %s', (key, place, next) => {
  expect(placeAfter(key, place, 2)).toBe(next);
});
