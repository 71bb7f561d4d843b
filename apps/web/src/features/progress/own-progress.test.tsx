import type { ClientProgress } from '@stridewell/contract/progress/progress';
import type { UnitSystem } from '@stridewell/contract/units';
import { useSuspenseQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aProgress, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { OwnProgress } from './own-progress.tsx';
import { progressQuery } from './progress.queries.ts';

const BASE = `/rest/v1/clients/${CLIENT_ID}`;
const SAVE = `POST ${BASE}/measurements`;
const TODAY = '2026-11-21';
type Sent = { day: string; values: Record<string, number | null> };

type Reader = { units?: UnitSystem; numbersOff?: boolean };

function ProgressPage({ units = 'metric', numbersOff = false, logging }: Reader & { logging: boolean }) {
  const relationship = { coachId: COACH_ID, clientId: CLIENT_ID, coachName: 'Maya Okafor' };
  const { data } = useSuspenseQuery(progressQuery(COACH_ID, CLIENT_ID));
  return (
    <OwnProgress relationship={relationship} progress={data} units={units} isBlind={numbersOff} logging={logging} />
  );
}

/** A server that keeps what it is sent. */
function serve(changes: Partial<ClientProgress>, numbersOff = false) {
  let stored = aProgress(changes);
  const sent: Sent[] = [];
  server.on(`GET ${BASE}/progress`, () => json(stored));
  server.on(`GET ${BASE}/photos`, { days: [], nextCursor: null });
  server.on(SAVE, async (request: Request) => {
    const entry: Sent = await request.json();
    sent.push(entry);
    const { weight } = entry.values;
    const others = stored.measurements.filter(({ kind, day }) => kind !== 'weight' || day !== entry.day);
    // The server answers no hidden weight.
    const set =
      weight && !numbersOff
        ? [{ kind: 'weight' as const, day: entry.day, value: weight, source: 'client' as const }]
        : [];
    stored = { ...stored, measurements: [...others, ...set] };
    return json({ saved: 1 });
  });
  return sent;
}

async function mountProgress(changes: Partial<ClientProgress> = {}, reader: Reader = {}, logging = false) {
  const sent = serve(changes, reader.numbersOff);
  await mount(<ProgressPage {...reader} logging={logging} />);
  await screen.findByRole('heading', { level: 1, name: 'Your progress' });
  return sent;
}
const region = (name: string) => within(screen.getByRole('region', { name }));
const log = async (weight: string) => {
  fireEvent.click(screen.getByRole('button', { name: 'Log weight' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Log weight' }));
  fireEvent.change(dialog.getByRole('textbox', { name: /^Weight/ }), { target: { value: weight } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
};

describe('the weight of a client', () => {
  it('is logged for today in two taps, and undone in one', async () => {
    const sent = await mountProgress();
    expect(screen.getByText(/^Log your weight to begin/)).toBeDefined();
    await log('80.4');
    expect(await region('Weight').findByText('80.4 kg')).toBeDefined();
    expect(region('Weight').getByText('The trend line begins with the second weight.')).toBeDefined();
    expect(region('Measurement history').getByText('By you: Weight 80.4 kg')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/^Log your weight to begin/)).toBeDefined();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ day, values }) => [day, values])).toEqual([
      [TODAY, { weight: 80.4 }],
      [TODAY, { weight: null }],
    ]);
  });

  it('is asked about when it is far from the one before, and saved once it is confirmed', async () => {
    const before = { kind: 'weight' as const, day: '2026-11-14', value: 72.6, source: 'client' as const };
    const sent = await mountProgress({ measurements: [before] }, { units: 'imperial' });
    await log('72');
    expect(await screen.findByText(/^Is 72.0 lb right\? The weight before was 160.1 lb/)).toBeDefined();
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Save 72.0 lb' }));
    await waitFor(() => expect(sent).toMatchObject([{ values: { weight: 32.66 } }]));
  });

  it('is typed in the own unit, in its bounds', async () => {
    const sent = await mountProgress({}, { units: 'imperial' });
    await log('20');
    const field = screen.getByRole('textbox', { name: 'Weight, lb' });
    expect(screen.getByText('Please enter 44.1 to 881.8 lb')).toBeDefined();
    expect(field.getAttribute('inputmode')).toBe('decimal');
    fireEvent.change(field, { target: { value: '180' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await region('Weight').findByText('180.0 lb')).toBeDefined();
    expect(sent).toMatchObject([{ values: { weight: 81.65 } }]);
  });

  it('that does not arrive comes back as it was typed, and the page shows what is stored', async () => {
    await mountProgress({ measurements: [{ kind: 'weight', day: '2026-11-20', value: 81, source: 'client' }] });
    server.refuse(SAVE, 409, 'MEASURED_BY_COACH', 'Your coach has measured this on that day.');
    await log('80.4');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Nothing was saved. Your coach has measured this on that day.');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Weight/ }).value).toBe('80.4');
    expect(screen.queryByText('By you: Weight 80.4 kg')).toBeNull();
  });

  it('of a day that is ahead is refused before it is sent', async () => {
    const sent = await mountProgress();
    fireEvent.click(screen.getByRole('button', { name: 'Log weight' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox', { name: /^Weight/ }), { target: { value: '80' } });
    fireEvent.change(dialog.getByLabelText(/^Date/), { target: { value: '2026-11-22' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Please choose today or an earlier date')).toBeDefined();
    expect(sent).toEqual([]);
  });
});

it('a weight that is hidden is logged without a sign of it, and cannot be read or undone', async () => {
  const sent = await mountProgress({}, { numbersOff: true });
  expect(region('Weight').getByText(/^Your weight is hidden\. You can still weigh in/)).toBeDefined();
  await log('80.4');
  expect(await screen.findByText('Saved')).toBeDefined();
  await waitFor(() => expect(sent).toMatchObject([{ values: { weight: 80.4 } }]));
  expect(document.body.textContent).not.toContain('80.4');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Measurement history' })).toBeNull();
});

describe('what the coach measured', () => {
  it('is shown as theirs and cannot be changed', async () => {
    await mountProgress({
      measurements: [
        { kind: 'waist', day: TODAY, value: 80, source: 'coach' },
        { kind: 'hips', day: '2026-11-20', value: 99, source: 'coach' },
      ],
    });
    expect(region('Measurement history').getByText('By Maya Okafor: Hips 99.0 cm')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Edit measurements from/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Add measurements' }));
    const waist = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Waist, cm' });
    expect([waist.readOnly, waist.value]).toEqual([true, '80']);
    expect(screen.getByText('Measured by your coach')).toBeDefined();
  });
});

describe('a client who cannot write', () => {
  it.each([
    ['ended', 'Your coaching with Maya Okafor has ended.'],
    ['not_covered', 'Your coach has more clients than their plan covers.'],
  ] as const)('reads everything: %s', async (closed, words) => {
    await mountProgress(
      { closed, measurements: [{ kind: 'weight', day: TODAY, value: 81, source: 'client' }] },
      {},
      true,
    );
    expect(screen.getByRole('alert').textContent).toContain(words);
    expect(region('Weight').getByText('81.0 kg')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    for (const name of ['Log weight', 'Add measurements', /^Edit what/]) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });
});

it('tells each week of check-ins in words', async () => {
  const weeks = aProgress().weeks.map((week, index) => {
    if (index === 11) return { ...week, state: 'due' as const, due: 1 };
    if (index === 10) return { ...week, state: 'partly' as const, due: 3, done: 2, adherence: 85 };
    return index === 9 ? { ...week, state: 'missed' as const, due: 1 } : week;
  });
  await mountProgress({ weeks, adherence: { done: 2, expected: 4 } });
  const items = region('Check-ins').getAllByRole('listitem');
  const texts = items.map(({ textContent }) => textContent ?? '');
  expect(texts).toHaveLength(12);
  expect(texts[0]).toContain('Week of August 31: nothing due');
  expect(texts[9]).toContain('Week of November 2: missed');
  expect(texts[10]).toContain('Week of November 9: partly sent, 2 of 3, Plan followed (self-reported) 85%');
  expect(texts[11]).toContain('This week: due now');
  expect(region('Check-ins').getByText('2 of 4')).toBeDefined();
});

it('the weight can be asked for by a link, once', async () => {
  serve({});
  const app = await openApp('/client/progress?log=weight', aClient());
  expect(await screen.findByRole('dialog', { name: 'Log weight' })).toBeDefined();
  await waitFor(() => expect(app.address()).toBe('/client/progress'));
});

it('leads a client without a coach to the dashboard', async () => {
  server.on('GET /rest/v1/dashboards/client', null);
  const app = await openApp('/client/progress', aClient({ client: null }));
  await waitFor(() => expect(app.path()).toBe('/client/dashboard'));
});
