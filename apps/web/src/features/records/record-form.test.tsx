import type { UnitSystem } from '@stridewell/contract/units';
import { Link } from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClientDetail, aCoach, aStoredRecord, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { RecordForm } from './record-form.tsx';
import { toRecord, toValues } from './records.form.ts';

const RECORD = `/rest/v1/clients/${CLIENT_ID}/record`;

const PAGE = `/coach/${COACH_ID}/client/${CLIENT_ID}/edit`;
const nothing = () => undefined;

async function mountForm(record = {}, units: UnitSystem = 'metric') {
  const app = await mount(
    <>
      <Link to="/settings">Settings</Link>
      <RecordForm
        coachId={COACH_ID}
        clientId={CLIENT_ID}
        stored={aStoredRecord(record, 3)}
        photo={null}
        units={units}
        today="2026-03-02"
        onSaved={nothing}
        onCancel={nothing}
      />
    </>,
    { at: PAGE },
  );
  await screen.findByRole('textbox', { name: 'Name' });
  return app;
}
const field = (name: string) => screen.getByRole('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** The request bodies. Each request is refused or answered as the test says. */
function onSave(answer: (body: { version: number; record: Record<string, unknown> }) => Response) {
  const bodies: { version: number; record: Record<string, unknown> }[] = [];
  server.on(`PATCH ${RECORD}`, async (request: Request) => {
    const body = (await request.json()) as (typeof bodies)[number];
    bodies.push(body);
    return answer(body);
  });
  return bodies;
}

describe('the form of a client', () => {
  it('keeps kilograms as they are when they are only read in pounds', async () => {
    const bodies = onSave(() => json(aStoredRecord({}, 4)));
    await mountForm({ goalWeightKg: 70, startWeightKg: 80.05, heightCm: 168 }, 'imperial');
    expect(field('Goal weight in lb')).toHaveProperty('value', '154.3');
    expect(field('Height, feet')).toHaveProperty('value', '5');
    type('Start weight in lb', '180');
    press('Save');
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]?.record).toMatchObject({ goalWeightKg: 70, startWeightKg: 81.65, heightCm: 168 });
  });

  it('says what is wrong at the field, puts the focus there and sends nothing', async () => {
    await mountForm();
    type('Name', ' ');
    type('Phone', 'x');
    press('Save');
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
    expect(screen.getByText('2 fields need another look')).toBeDefined();
    expect(screen.getByText('Please enter a phone number, such as +1 555 010 0199')).toBeDefined();
  });

  it('loses nothing when it cannot be saved', async () => {
    onSave(() => json({ defined: true, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'Internal' }, 500));
    await mountForm();
    type('Occupation', 'Pilot');
    press('Save');
    expect((await screen.findByRole('alert')).textContent).toContain('everything you typed is still here');
    expect(field('Occupation')).toHaveProperty('value', 'Pilot');
  });

  it('merges the changes of another person, and saves on top of them', async () => {
    const theirs = aStoredRecord({ occupation: 'Nurse', diet: 'No fish' }, 4);
    const bodies = onSave(({ version }) =>
      version === 4
        ? json(aStoredRecord({}, 5))
        : json({ defined: true, code: 'RECORD_CHANGED', status: 409, message: 'x', data: { stored: theirs } }, 409),
    );
    await mountForm();
    type('Food preferences', 'No meat');
    press('Save');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Updated from the other edit: occupation');
    expect(within(alert).getByText(/in the other edit: No fish/)).toBeDefined();
    press('Save');
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]).toMatchObject({ version: 4, record: { occupation: 'Nurse', diet: 'No meat' } });
  });

  it('asks before it is left with changes, and only then', async () => {
    const app = await mountForm();
    type('Occupation', 'Pilot');
    const leave = () => fireEvent.click(screen.getByRole('link', { name: 'Settings' }));
    leave();
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(app.path()).toContain('/edit');
    type('Occupation', '');
    leave();
    await waitFor(() => expect(app.path()).toBe('/settings'));
  });
});

it('a record survives the form in either unit', () => {
  for (const units of ['metric', 'imperial'] as const) {
    for (const heightCm of [null, 50, 168.5, 182.88]) {
      for (const goalWeightKg of [null, 20, 70.03, 400]) {
        const { record } = aStoredRecord({ heightCm, goalWeightKg, daysPerWeek: 3, gender: 'other', timeZone: 'UTC' });
        expect(toRecord(toValues(record, units), units, record)).toEqual(record);
      }
    }
  }
});

it('the page sends the whole record with the version it began from, and goes to the details', async () => {
  const bodies = onSave(() => json(aStoredRecord({ occupation: 'Pilot' }, 4)));
  server.on(`GET ${RECORD}`, aStoredRecord({ diet: 'No fish' }, 3));
  server.on(`GET /rest/v1/clients/${CLIENT_ID}`, aClientDetail());
  const app = await openApp(PAGE, aCoach());
  await screen.findByRole('heading', { name: 'Edit Jonas Lind' });
  type('Occupation', 'Pilot');
  press('Save');
  await waitFor(() => expect(app.address()).toContain('?tab=details'));
  expect(bodies).toMatchObject([{ version: 3, record: { occupation: 'Pilot', diet: 'No fish' } }]);
});
