import type { OwnDomain } from '@stridewell/contract/domains/domains';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { DomainSection } from './domain-section.tsx';

const PATH = '/rest/v1/own_domain';
const NAME = 'portal.example.org';

const aDomain = (change: Partial<OwnDomain> = {}): OwnDomain => ({
  domain: NAME,
  status: 'waiting',
  problem: null,
  address: { type: 'CNAME', name: NAME, value: 'clients.product.example' },
  addressesInstead: [],
  ownership: { type: 'TXT', name: `_coach-domain.${NAME}`, value: 'coach-domain=abc' },
  mailDomain: 'example.org',
  checkedAt: null,
  verifiedAt: null,
  stopsAt: null,
  ...change,
});

/** Opens the section of a coach with this domain. */
async function open(domain: OwnDomain | null, isOffered = true) {
  const state = { domain };
  server.on(`GET ${PATH}`, () => json({ domain: state.domain, isOffered, sender: null, isSenderOffered: isOffered }));
  await mount(<DomainSection coachId={COACH_ID} timeZone="UTC" />);
  return state;
}

it('adds a domain, shows its records, checks them and removes it', async () => {
  const state = await open(null);
  const sent: unknown[] = [];
  server.on(`PUT ${PATH}`, async (request: Request) => {
    sent.push(await request.json());
    state.domain = aDomain();
    return json({ domain: state.domain });
  });
  server.on(`POST ${PATH}/check`, () => {
    const checkedAt = new Date().toISOString();
    state.domain = state.domain?.checkedAt
      ? aDomain({ status: 'verified', checkedAt, verifiedAt: checkedAt })
      : aDomain({ problem: 'no_ownership', checkedAt });
    return json({ domain: state.domain, sender: null });
  });
  server.on(`DELETE ${PATH}`, () => {
    state.domain = null;
    return json({ domain: null });
  });

  const field = await screen.findByLabelText('Domain');
  fireEvent.change(field, { target: { value: '127.0.0.1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add domain' }));
  expect(await screen.findByText('Please enter a domain and not an IP address')).toBeDefined();
  expect(sent).toEqual([]);
  fireEvent.change(field, { target: { value: 'Portal.Example.org' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add domain' }));

  expect(await screen.findByText('Waiting for DNS')).toBeDefined();
  expect(sent).toEqual([{ coachId: COACH_ID, domain: 'Portal.Example.org' }]);
  for (const shown of ['clients.product.example', `_coach-domain.${NAME}`, 'coach-domain=abc'])
    expect(screen.getByText(shown)).toBeDefined();

  fireEvent.click(screen.getByRole('button', { name: 'Check now' }));
  expect(await screen.findByText(/The TXT record was not found/, { selector: '[role="alert"] *' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('Verified')).toBeDefined();
  expect(screen.getByText(`Your clients can sign in at https://${NAME}.`)).toBeDefined();

  fireEvent.click(screen.getByRole('button', { name: 'Remove domain' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/stops working at once/)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Remove domain' }));
  await waitFor(() => expect(screen.getByLabelText('Domain')).toBeDefined());
});

it('says until when a domain works whose records are missing', async () => {
  await open(
    aDomain({
      status: 'failing',
      problem: 'other_address',
      verifiedAt: '2026-03-02T10:00:00.000Z',
      checkedAt: '2026-03-05T10:00:00.000Z',
      stopsAt: '2026-03-08T10:00:00.000Z',
    }),
  );
  expect(await screen.findByText('Records missing')).toBeDefined();
  expect(screen.getByText(/^Works until .*8/)).toBeDefined();
  expect(screen.getByText(/The domain leads to another server/)).toBeDefined();
});

it('names fixed addresses for domains that can have no CNAME record', async () => {
  await open(aDomain({ addressesInstead: [{ type: 'A', name: NAME, value: '192.0.2.10' }] }));
  expect(await screen.findByText(/add A 192\.0\.2\.10 instead/)).toBeDefined();
});

it('says that domains are not available', async () => {
  await open(null, false);
  expect(await screen.findByText(/Domains are not available here yet/)).toBeDefined();
  expect(screen.queryByLabelText('Domain')).toBeNull();
});

it('promises no checks of a domain that moved to another account', async () => {
  await open(aDomain({ problem: 'moved', checkedAt: '2026-11-28T10:00:00.000Z' }));
  expect(await screen.findByText(/Another account proved that it owns this domain/)).toBeDefined();
  expect(screen.getByText('To get the domain back, add these two records and check them here.')).toBeDefined();
  expect(screen.queryByText(/We check them/)).toBeNull();
});
