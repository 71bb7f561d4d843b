import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { server } from '../../../test/server.ts';
import { DemoBookingOf } from './demo-booking-page.tsx';

const TOKEN = 'x'.repeat(54);
const GET = `GET /rest/v1/demo_bookings/${TOKEN}`;
const CONFIRM = `POST /rest/v1/demo_bookings/${TOKEN}/confirm`;
const booking = {
  startsAt: new Date(Date.now() + 86_400_000).toISOString(),
  fullName: 'Vera Lind',
  email: 'vera@example.com',
  timeZone: 'UTC',
  status: 'held',
};

beforeEach(() => server.on(GET, booking));
afterEach(cleanup);

/** Opens the mailed link. @returns the button that confirms */
const openHeld = async () => {
  await mount(<DemoBookingOf token={TOKEN} />);
  return screen.findByRole('button', { name: 'Confirm the demo' });
};

it('books a held demo by a button, and never by opening the link', async () => {
  server.on(CONFIRM, { ...booking, status: 'booked' });
  const button = await openHeld();
  expect(server.count(CONFIRM)).toBe(0);
  fireEvent.click(button);
  expect(await screen.findByRole('button', { name: 'Move to another time' })).toBeDefined();
  expect(screen.getByText(/Booked for Vera Lind/)).toBeDefined();
});

it('says that a hold has ended meanwhile, and leads to another time', async () => {
  server.refuse(CONFIRM, 410, 'HOLD_EXPIRED', 'This link has expired.');
  const button = await openHeld();
  server.on(GET, { ...booking, status: 'expired' });
  fireEvent.click(button);
  expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Schedule another demo' })).toBeDefined();
});
