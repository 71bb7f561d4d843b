import { exerciseFinder } from '@stridewell/contract/exercises/exercises.names.rules';
import { pastOf } from '@stridewell/contract/programs/programs.past.rules';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aProgram } from '../../../../../packages/contract/test/programs.ts';
import { show } from '../../../test/show.tsx';
import Toaster from '../../ui/toaster.tsx';
import { Inspector } from './inspector.tsx';
import { ProgramGrid } from './program-grid.tsx';
import { BuilderContext } from './programs.context.ts';
import { ProgramEditor } from './programs.editor.ts';
import { PAST_REASON } from './programs.past.ts';

const program = aProgram({ Push: { 'Bench press': [{}] }, Pull: { 'Barbell row': [{}] } }, 3);
/** The Wednesday of the second week, with training on Mondays and Thursdays. */
const dates = { startDay: '2026-11-02', weekdays: [1, 4], moved: {} };
const TODAY = '2026-11-11';

/** The grid with its details, as the coach of a client sees it. */
function open() {
  const editor = new ProgramEditor(
    'c1',
    { program, version: 1 },
    async () => ({ outcome: 'saved', version: 2 }),
    (one) => pastOf(dates, one, TODAY),
  );
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  show(
    <RouterContextProvider router={router}>
      <BuilderContext
        value={{ editor, exercises: [], byId: new Map(), find: exerciseFinder([], () => new Set()), units: 'metric' }}
      >
        <ProgramGrid />
        <Inspector />
        <Toaster />
      </BuilderContext>
    </RouterContextProvider>,
  );
  const day = (week: number, name: string) => within(screen.getByRole('region', { name: `Week ${week}, ${name}` }));
  const line = (week: number, name: string, exercise: RegExp) =>
    day(week, name).getByRole('button', { name: exercise });
  return { editor, router, day, line, isSame: () => editor.getSnapshot().program === program };
}

/** Names of the elements that were scrolled to. */
let scrolledTo: (string | null)[];

beforeEach(() => {
  window.localStorage.clear();
  scrolledTo = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo.push(this.getAttribute('aria-label'));
  };
});

it('opens at the first week that can change, also after the router has scrolled to the top of the page', () => {
  const { router } = open();
  expect(scrolledTo).toEqual(['Week 2']);
  const rendered = {
    type: 'onRendered' as const,
    toLocation: router.state.location,
    hrefChanged: true,
    hashChanged: false,
  };
  router.emit({ ...rendered, pathChanged: true });
  expect(scrolledTo).toEqual(['Week 2', 'Week 2']);
  router.emit({ ...rendered, pathChanged: false });
  expect(scrolledTo).toHaveLength(2);
});

describe('past weeks of a client’s program', () => {
  it('offer nothing that changes them, nor do the days before today', () => {
    const { day } = open();
    for (const [week, name] of [
      [1, 'Push'],
      [1, 'Pull'],
      [2, 'Push'],
    ] as const) {
      expect(day(week, name).queryByRole('button', { name: /^Add exercise/ })).toBeNull();
      expect(day(week, name).queryByRole('button', { name: /^Actions/ })).toBeNull();
    }
    expect(day(2, 'Pull').getByRole('button', { name: 'Add exercise to week 2, Pull' })).toBeDefined();
    expect(day(3, 'Push').getByRole('button', { name: 'Actions for Push, week 3' })).toBeDefined();
  });

  it('are read in the details, with the reason', () => {
    const { line } = open();
    fireEvent.click(line(1, 'Push', /^Bench press/));
    const details = within(screen.getByRole('region', { name: 'Past' }));
    expect(details.getByRole('heading', { name: 'Bench press' })).toBeDefined();
    expect(details.getByText(PAST_REASON)).toBeDefined();
    expect(details.queryByRole('textbox')).toBeNull();
    expect(details.queryByRole('button')).toBeNull();
  });

  it.each([
    ['Enter', { key: 'Enter' }],
    ['a letter', { key: 'b' }],
    ['Delete', { key: 'Delete' }],
    ['a superset', { key: 'g', ctrlKey: true }],
    ['a move to the next day', { key: 'ArrowRight', altKey: true }],
  ])('do not change by keyboard: %s', async (_what, press) => {
    const { line, isSame, editor } = open();
    const bench = line(1, 'Push', /^Bench press/);
    fireEvent.click(bench);
    fireEvent.keyDown(bench, press);
    expect(isSame()).toBe(true);
    expect(editor.getSnapshot().open).toBeNull();
    // In the details, and as a message.
    await waitFor(() => expect(screen.getAllByText(PAST_REASON).length).toBeGreaterThan(1));
  });

  it('are copied from, into a week to come, and never pasted into', async () => {
    const { line, day, isSame, editor } = open();
    const data = new Map<string, string>();
    const clipboardData = {
      setData: (kind: string, text: string) => data.set(kind, text),
      getData: (kind: string) => data.get(kind) ?? '',
    };
    const bench = line(1, 'Push', /^Bench press/);
    fireEvent.click(bench);
    fireEvent.copy(bench, { clipboardData });
    fireEvent.paste(bench, { clipboardData });
    expect(isSame()).toBe(true);
    const field = day(3, 'Pull').getByRole('button', { name: 'Add exercise to week 3, Pull' });
    fireEvent.focus(field);
    fireEvent.paste(field, { clipboardData });
    const names = weeksOf(editor.getSnapshot().program)[2]?.week.days[1]?.workout.exercises.map(({ name }) => name);
    expect(names).toEqual(['Barbell row', 'Bench press']);
  });

  it('are copied to the end, and into the coming weeks, from their menu', async () => {
    const { editor } = open();
    fireEvent.click(screen.getByRole('button', { name: 'Actions for week 1' }));
    expect(screen.queryByRole('menuitem', { name: 'Delete week' })).toBeNull();
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Apply to the coming weeks' }));
    const [first, second] = weeksOf(editor.getSnapshot().program);
    expect(first?.week).toBe(weeksOf(program)[0]?.week);
    expect(second?.week.days[0]).toBe(weeksOf(program)[1]?.week.days[0]);
    fireEvent.click(screen.getByRole('button', { name: 'Actions for week 1' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy to the end' }));
    expect(weeksOf(editor.getSnapshot().program)).toHaveLength(4);
  });
});
