import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { server } from '../../../test/server.ts';
import { SandboxInvoicePayment } from './sandbox-invoice-payment.tsx';

const CHECKOUT_ID = '0190a5a0-0000-7000-8000-0000000000d2';
const PAY = `POST /rest/v1/own_checkouts/${CHECKOUT_ID}/pay`;

const fill = async (card: RegExp) => {
  fireEvent.click(await screen.findByRole('button', { name: card }));
  fireEvent.click(screen.getByRole('button', { name: 'Pay €80' }));
};

it('says why a card was declined, and asks a bank that wants to know', async () => {
  server.on(PAY, { status: 'declined', reason: 'Your card was declined.' });
  await mount(
    <SandboxInvoicePayment checkoutId={CHECKOUT_ID} amountCents={8000} currency="EUR" onPaid={() => undefined} />,
  );
  await fill(/^Declined/);
  expect(await screen.findByText('Your card was declined.')).toBeDefined();
  server.on(PAY, { status: 'requires_action', reason: null });
  await fill(/^Authentication/);
  expect(await screen.findByText(/€80 with the card ending in 3155/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('The payment was not confirmed, so nothing was charged.')).toBeDefined();
});
