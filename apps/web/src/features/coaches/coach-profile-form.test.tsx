import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { aCoachCard, COACH_ID } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';
import { CoachProfileForm } from './coach-profile-form.tsx';

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('refuses a link that is none, and shows beside it what clients see', async () => {
  await mount(
    <CoachProfileForm coach={aCoachCard()} account={{ email: 'maya@studio.example', unitSystem: 'metric' }} />,
  );
  await screen.findByRole('button', { name: 'Save profile' });
  type('Headline', 'Strength first');
  const preview = screen.getByRole('region', { name: 'How your clients see you' });
  expect(await within(preview).findByText('Strength first')).toBeDefined();
  type('Website', 'javascript:alert(1)');
  await press('Save profile');
  expect(await screen.findByText('Please enter a web address, like example.com')).toBeDefined();
  await press('Add certification');
  await press('Save profile');
  expect(await screen.findByText('Please enter the year')).toBeDefined();
  expect(server.count(`PATCH /rest/v1/coach_profiles/${COACH_ID}`)).toBe(0);
});
