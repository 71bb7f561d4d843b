import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { DigestChoice } from './digest-choice.tsx';

const stored = (digest: { isOn: boolean; hour: number }) => {
  const sent: unknown[] = [];
  server.on('GET /rest/v1/decision_digest', () => json(digest));
  server.on('PUT /rest/v1/decision_digest', async (request) => {
    const body = await request.json();
    sent.push(body);
    return json(Object.assign(digest, body));
  });
  return sent;
};
const hours = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'From' });
const chosen = async () => (await hours()).selectedOptions[0]?.textContent;
const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: /Email me my decisions on Mondays/ });

describe('the choice of the Monday email', () => {
  it('saves another hour, and turns the email off', async () => {
    const sent = stored({ isOn: true, hour: 7 });
    await mount(<DigestChoice coachId={COACH_ID} />);
    expect(await chosen()).toBe('7 am');
    fireEvent.change(await hours(), { target: { value: '12' } });
    await waitFor(() => expect(sent).toEqual([{ coachId: COACH_ID, isOn: true, hour: 12 }]));
    await waitFor(async () => expect(await chosen()).toBe('12 pm'));
    fireEvent.click(toggle());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual({ coachId: COACH_ID, isOn: false, hour: 12 });
    await waitFor(async () => expect((await hours()).disabled).toBe(true));
  });

  it('says that a change was not saved', async () => {
    stored({ isOn: false, hour: 0 });
    server.on('PUT /rest/v1/decision_digest', () => json({}, 500));
    await mount(<DigestChoice coachId={COACH_ID} />);
    expect(await chosen()).toBe('12 am');
    fireEvent.click(toggle());
    expect(await screen.findByText('Nothing was changed. Please try again.')).toBeTruthy();
    await waitFor(() => expect(toggle().checked).toBe(false));
  });
});
