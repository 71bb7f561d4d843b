import type { OwnDomain, OwnSender } from '@stridewell/contract/domains/domains';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { DomainSection } from './domain-section.tsx';

const PATH = '/rest/v1/own_domain';
const AT = '2026-03-02T10:00:00.000Z';
const INCLUDE = 'include:_spf.product.example';

const DOMAIN: OwnDomain = {
  domain: 'portal.example.org',
  status: 'verified',
  problem: null,
  address: { type: 'CNAME', name: 'portal.example.org', value: 'clients.product.example' },
  addressesInstead: [],
  ownership: { type: 'TXT', name: '_coach-domain.portal.example.org', value: 'coach-domain=abc' },
  mailDomain: 'example.org',
  checkedAt: AT,
  verifiedAt: AT,
  stopsAt: null,
};

type States = { spf?: OwnSender['spf']['state']; dkim?: OwnSender['dkim']['state'] };
const aSender = (
  { spf = 'unchecked', dkim = 'unchecked' }: States = {},
  change: Partial<OwnSender> = {},
): OwnSender => ({
  address: 'hello@example.org',
  isReady: spf === 'found' && dkim === 'found',
  spf: {
    record: { type: 'TXT', name: 'example.org', value: `v=spf1 ${INCLUDE} ~all` },
    include: INCLUDE,
    state: spf,
  },
  dkim: {
    record: { type: 'TXT', name: 'coach-1._domainkey.example.org', value: 'v=DKIM1; k=rsa; p=abc' },
    state: dkim,
  },
  hasDmarc: null,
  isUnreachable: false,
  checkedAt: null,
  ...change,
});

/** Opens the page over a server that keeps the address. */
async function open(sender: OwnSender | null, { domain = DOMAIN as OwnDomain | null, isSenderOffered = true } = {}) {
  const state = { sender, sent: [] as unknown[] };
  server.on(`GET ${PATH}`, () => json({ domain, isOffered: true, sender: state.sender, isSenderOffered }));
  server.on(`PUT ${PATH}/sender`, async (request: Request) => {
    state.sent.push(await request.json());
    state.sender = aSender();
    return json({ sender: state.sender });
  });
  server.on(`DELETE ${PATH}/sender`, () => {
    state.sender = null;
    return json({ sender: null });
  });
  await mount(<DomainSection coachId={COACH_ID} timeZone="UTC" />);
  return state;
}
const card = async () => within(await screen.findByRole('region', { name: 'Sender address' }));

it('adds an address, shows its records, checks them and removes it', async () => {
  const state = await open(null);
  server.on(`POST ${PATH}/check`, () => {
    const checkedAt = new Date().toISOString();
    const found = state.sender?.checkedAt ? 'found' : 'missing';
    state.sender = aSender({ spf: 'found', dkim: found }, { checkedAt, hasDmarc: false });
    return json({ domain: DOMAIN, sender: state.sender });
  });
  const field = await screen.findByLabelText('Email address');
  expect(field.getAttribute('placeholder')).toBe('hello@example.org');
  fireEvent.change(field, { target: { value: 'postmaster@example.org' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add sender address' }));
  expect(await screen.findByText(/reserved for the owner of the domain/)).toBeDefined();
  expect(state.sent).toEqual([]);
  fireEvent.change(field, { target: { value: 'Hello@example.org' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add sender address' }));

  expect(await screen.findByText('Waiting for DNS')).toBeDefined();
  expect(state.sent).toEqual([{ coachId: COACH_ID, address: 'Hello@example.org' }]);
  for (const shown of [`v=spf1 ${INCLUDE} ~all`, 'coach-1._domainkey.example.org', 'v=DKIM1; k=rsa; p=abc'])
    expect(screen.getByText(shown)).toBeDefined();
  for (const name of ['name of the SPF', 'value of the SPF', 'name of the DKIM', 'value of the DKIM'])
    expect(screen.getByRole('button', { name: `Copy ${name} record (TXT)` })).toBeDefined();

  fireEvent.click(screen.getByRole('button', { name: /^Check now: records/ }));
  expect(await screen.findByText('Missing')).toBeDefined();
  expect((await card()).getByText(/^This record was not found/)).toBeDefined();
  expect((await card()).getByText(/We recommend one: a TXT record with the name _dmarc.example.org/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: /^Check now: records/ }));
  expect(await screen.findByText('Ready')).toBeDefined();
  expect((await card()).getByText(/its emails come from this address/)).toBeDefined();

  fireEvent.click(screen.getByRole('button', { name: 'Remove address' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Remove address' }));
  await waitFor(() => expect(screen.getByLabelText('Email address')).toBeDefined());
});

it('changes the address, and shows a refusal of the server', async () => {
  const state = await open(aSender({ spf: 'found', dkim: 'found' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change address' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Email address'), { target: { value: 'team@other.org' } });
  const message = 'Please enter an address at your own domain.';
  server.on(`PUT ${PATH}/sender`, () => json({ defined: true, code: 'ADDRESS_REFUSED', status: 422, message }, 422));
  fireEvent.click(dialog.getByRole('button', { name: 'Change address' }));
  expect(await dialog.findByText(message)).toBeDefined();
  expect(state.sender?.address).toBe('hello@example.org');
});

describe('a record', () => {
  it.each<[States, RegExp]>([
    [{ spf: 'missing', dkim: 'found' }, /^This record was not found/],
    [
      { spf: 'no_include', dkim: 'found' },
      /does not have our mail servers yet. Add include:_spf.product.example to it/,
    ],
    [{ spf: 'several', dkim: 'found' }, /several SPF records/],
    [{ spf: 'alias', dkim: 'found' }, /This name has a CNAME record/],
    [{ spf: 'found', dkim: 'other_key' }, /The record has another value/],
    [{ spf: 'found', dkim: 'revoked' }, /The record has no key/],
    [{ spf: 'found', dkim: 'several' }, /several records with this name/],
  ])('%j is explained', async (states, text) => {
    await open(aSender(states, { checkedAt: AT }));
    expect((await card()).getByText(text)).toBeDefined();
    expect((await card()).getAllByText(/^(?:Found|Missing|Needs a change)$/)).toHaveLength(2);
  });
});

it('says that DNS did not answer, and that the address stays in use', async () => {
  await open(aSender({ spf: 'found', dkim: 'found' }, { isUnreachable: true, checkedAt: AT, hasDmarc: true }));
  expect((await card()).getByText(/did not answer, so nothing has changed/)).toBeDefined();
  expect((await card()).getByText('Ready')).toBeDefined();
  expect((await card()).getByText(/has a DMARC record/)).toBeDefined();
});

it('needs a verified domain', async () => {
  await open(null, { domain: null });
  expect((await card()).getByText(/Once your domain is verified/)).toBeDefined();
  expect(screen.queryByLabelText('Email address')).toBeNull();
});

it('says that sender addresses are not available', async () => {
  await open(null, { isSenderOffered: false });
  expect((await card()).getByText(/not available here yet/)).toBeDefined();
  expect(screen.queryByLabelText('Email address')).toBeNull();
});
