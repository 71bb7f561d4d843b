import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { COACH_ID } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';
import { BusinessCard } from './business-card.tsx';

it('says what is wrong with a number of client spots', async () => {
  server.on('GET /rest/v1/business', { currency: 'USD', places: null });
  await mount(<BusinessCard coachId={COACH_ID} onChanged={() => undefined} />);
  fireEvent.change(await screen.findByLabelText('Client spots'), { target: { value: '1001' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save business settings' }));
  expect(await screen.findByText('Please enter at most 1000')).toBeDefined();
});
