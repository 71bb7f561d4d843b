import { describe, expect, it } from 'vitest';
import { aCoach, anOperator, COACH_ID } from '../../test/people.ts';
import { isPlanned } from '../shared/planned-pages.ts';
import { menuSections } from './shells/bar-items.ts';
import { paletteGroups } from './shells/palette-entries.ts';

const routes = import.meta.glob<string>('../routes/*.tsx', { query: '?raw', import: 'default', eager: true });
const pages = Object.entries(routes).flatMap(([file, source]) => {
  const address = source.match(/createFileRoute\('([^']+)'\)/)?.[1];
  if (address === undefined) return [];
  const path = address.replace('$coachId', COACH_ID);
  return [{ file, address, path, isEmpty: /NotAvailablePage/.test(source) }];
});
const addresses = pages.map(({ address }) => address);

it('the planned pages are those that say so', () => {
  expect(pages.filter(({ isEmpty }) => isEmpty).map(({ path }) => path)).not.toEqual([]);
  expect(pages.filter(({ path, isEmpty }) => isPlanned(path) !== isEmpty)).toEqual([]);
});

describe('nothing leads to a planned page', () => {
  const now = new Date('2026-03-02T09:00:00Z');
  it.each([
    ['coach', aCoach()],
    ['operator', anOperator()],
  ] as const)('in the menu of a %s', (bar, session) => {
    const links = menuSections(bar, session, now).flatMap(({ items }) => items);
    expect(links.length).toBeGreaterThan(1);
    expect(links.filter(({ to }) => isPlanned(to))).toEqual([]);
  });

  it('in the palette', () => {
    // A letter shows the settings as well; the words of the entries begin with all of these.
    const nina = { clientId: 'nina', fullName: 'Nina Park' };
    const entries = ['', ...'abcdefilnoprstuw'].flatMap((query) =>
      paletteGroups(aCoach(), query, { found: [nina], recent: [nina], isDark: false, addresses }).flatMap(
        (group) => group.entries,
      ),
    );
    expect(new Set(entries.map(({ id }) => id)).size).toBeGreaterThan(20);
    expect(entries.filter(({ to }) => to !== null && isPlanned(to))).toEqual([]);
  });
});
