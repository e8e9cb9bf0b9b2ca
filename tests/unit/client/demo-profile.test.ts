import { describe, expect, it } from 'vitest';
import { demoProfile, readDemoQuery } from '../../../src/client/demo/profile.ts';

const now = Date.UTC(2026, 10, 21);
function profileFor(search: string) {
  return demoProfile(readDemoQuery(search), now);
}

describe('the demo profile', () => {
  it('has every field of a person, and plausible numbers', () => {
    const person = profileFor('?id=abc');
    expect(Object.keys(person).sort()).toEqual(
      'bio email id interests joinDate location name profileImage socialLinks stats'.split(' '),
    );
    expect(Object.keys(person.stats)).toEqual(['contactsManaged', 'groupsCreated', 'yearsActive']);
    expect(Object.keys(person.socialLinks)).toEqual(['linkedin', 'twitter']);
    for (const count of Object.values(person.stats)) expect(count).toBeGreaterThan(0);
    expect(new Set(person.interests).size).toBe(4);
    expect(new Date(person.joinDate).getTime()).toBeLessThan(now);
  });

  it('differs from one query to another', () => {
    const people = Array.from({ length: 200 }, (_, place) => {
      const { id, ...person } = profileFor(`?id=user-${String(place)}`);
      expect(id).toBe(`user-${String(place)}`);
      return JSON.stringify(person);
    });
    expect(new Set(people).size).toBe(200);
    expect(profileFor('?id=same').bio + profileFor('?id=same').stats.contactsManaged).not.toBe(
      profileFor('?name=same').bio + profileFor('?name=same').stats.contactsManaged,
    );
  });

  it('shows the values of the query and draws the rest from them', () => {
    expect(profileFor('?name=In%C3%AAs%20de%20Carvalho')).toMatchObject({
      name: 'Inês de Carvalho',
      email: 'ines.de.carvalho@mail.example',
      profileImage: { initials: 'IC' },
    });
    expect(profileFor('?email=ada.lovelace%2Bnews@mail.example')).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada.lovelace+news@mail.example',
    });
    expect(profileFor('?id=7&email=a@b.example&name=Zo%C3%AB')).toMatchObject({
      id: '7',
      email: 'a@b.example',
      name: 'Zoë',
    });
  });

  it('removes invisible characters, shortens long texts and accepts any text', () => {
    expect(profileFor('?name=%E2%80%AEatraM%0A%00x').name).toBe('atraM x');
    expect([...profileFor(`?name=${'😀'.repeat(500)}`).name]).toHaveLength(80);
    for (const text of ['%F0%9F', '<b>', '山田', '%00', '123', '@', '..', '💥'])
      expect(profileFor(`?name=${text}&email=${text}&id=${text}`).name).not.toBe('');
    expect(demoProfile({ name: '\uD800' }, now).name).not.toBe('');
  });
});
