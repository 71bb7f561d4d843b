import type { BrandInput, OwnBrand } from '@stridewell/contract/branding/branding';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { AccountBrandCard } from './account-brand-card.tsx';
import { BrandingPage } from './branding-page.tsx';

const DRAFT: BrandInput = { name: 'Fit by Ana', color: '#1a73e8', logoId: null, iconId: null };
const AT = '2026-03-02T10:00:00.000Z';
const aBrand = (change: Partial<OwnBrand> = {}): OwnBrand => ({
  draft: null,
  published: null,
  suspended: null,
  ...change,
});

const onChanged = vi.fn();

/** Opens the page over a server that keeps the brand. Returns the drafts that were sent. */
async function open(stored: OwnBrand = aBrand()) {
  let brand = stored;
  const sent: BrandInput[] = [];
  onChanged.mockClear();
  server.on('GET /rest/v1/brand', () => json(brand));
  server.on('PUT /rest/v1/brand', async (request: Request) => {
    const { name, color, logoId, iconId }: BrandInput = await request.json();
    const draft = { name, color, logoId, iconId };
    sent.push(draft);
    brand = { ...brand, draft };
    return json(brand);
  });
  server.on('POST /rest/v1/brand/publish', () => {
    brand = { ...brand, published: brand.draft && { ...brand.draft, publishedAt: AT } };
    return json(brand);
  });
  server.on('POST /rest/v1/brand/unpublish', () => {
    brand = { ...brand, published: null };
    return json(brand);
  });
  await mount(<BrandingPage coachId={COACH_ID} coachName="Ana Silva" email="ana@example.com" onChanged={onChanged} />);
  return sent;
}

const field = (name: string) => screen.findByRole('textbox', { name });
const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } });
const button = (name: string) => screen.findByRole('button', { name });

describe('the page', () => {
  it('saves a draft, publishes it, and goes back to the usual look', async () => {
    const sent = await open();
    await type('Brand name', 'Fit by Ana');
    await type('Color', '#1A73E8');
    expect((await button('Publish')).hasAttribute('disabled')).toBe(true);
    fireEvent.click(await button('Save draft'));
    await waitFor(() => expect(sent).toEqual([DRAFT]));
    await waitFor(async () => expect((await button('Publish')).hasAttribute('disabled')).toBe(false));
    fireEvent.click(await button('Publish'));
    expect(await screen.findByText(/Your clients see “Fit by Ana”/)).toBeDefined();
    expect(onChanged).toHaveBeenCalledTimes(1);
    fireEvent.click(await button('Use Stridewell’s look again'));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Use Stridewell’s look' }));
    expect(await screen.findByText(/Your clients see the look of Stridewell until you publish/)).toBeDefined();
    expect(((await field('Brand name')) as HTMLInputElement).value).toBe('Fit by Ana');
  });

  it('shows the draft in light and dark before it is saved, and says how the color was changed', async () => {
    await open(aBrand({ draft: DRAFT }));
    await type('Brand name', 'Strong & Co');
    await type('Color', '#FFFFFF');
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    expect(preview.getAllByText('Strong & Co')).toHaveLength(2);
    const asked = 'name=Strong+%26+Co&color=%23ffffff';
    for (const [page, label] of [
      ['form', 'Lead form'],
      ['booking', 'Booking page'],
      ['mail', 'Email to a client'],
    ]) {
      for (const scheme of ['light', 'dark']) {
        const url = `/exports/${COACH_ID}/brand-preview/${page}?${asked}&scheme=${scheme}`;
        const frame = preview.getByTitle(`${label}, ${scheme}`);
        await waitFor(() => expect(frame.getAttribute('src')).toBe(url));
        // Without scripts, and no place that the keyboard gets into.
        expect(frame.getAttribute('sandbox')).toBe('');
        expect(frame.closest('[inert]')).not.toBeNull();
        expect(preview.getByRole('link', { name: `${label}, ${scheme}` }).getAttribute('href')).toBe(url);
      }
    }
    const pdf = preview.getByRole('link', { name: 'Download a sample program as PDF' });
    expect(pdf.getAttribute('href')).toBe(`/exports/${COACH_ID}/brand-preview/program.pdf?${asked}`);
    expect(screen.getByText(/^#FFFFFF is too light to read next to white/)).toBeDefined();
    await type('Color', 'red');
    expect(screen.queryByText(/too light/)).toBeNull();
    expect(pdf.getAttribute('href')).toContain('%23ffffff');
  });

  it('shows a refusal of the server and keeps the draft', async () => {
    await open(aBrand({ draft: DRAFT }));
    server.on('POST /rest/v1/brand/publish', () =>
      json({ defined: true, code: 'NAME_TAKEN', status: 409, message: 'Another coach uses this name.' }, 409),
    );
    fireEvent.click(await button('Publish'));
    expect(await screen.findByText('Another coach uses this name.')).toBeDefined();
    expect(((await field('Brand name')) as HTMLInputElement).value).toBe('Fit by Ana');
  });

  it('shows why a brand is suspended, and takes no changes', async () => {
    await open(
      aBrand({
        draft: DRAFT,
        published: { ...DRAFT, publishedAt: AT },
        suspended: { at: AT, reason: 'Looks like a bank.' },
      }),
    );
    expect(await screen.findByText('Looks like a bank.')).toBeDefined();
    expect((await field('Brand name')).hasAttribute('disabled')).toBe(true);
    expect((await button('Save draft')).hasAttribute('disabled')).toBe(true);
  });
});

it('an operator suspends a published brand with a reason', async () => {
  const reviewed = { name: 'Fit by Ana', color: '#1a73e8', publishedAt: AT, suspended: null };
  const reasons: string[] = [];
  server.on(`GET /rest/v1/operator/accounts/${COACH_ID}/brand`, () => json({ brand: reviewed }));
  server.on(`POST /rest/v1/operator/accounts/${COACH_ID}/brand/suspend`, async (request: Request) => {
    const { reason }: { reason: string } = await request.json();
    reasons.push(reason);
    return json({ brand: { ...reviewed, suspended: { at: AT, reason } } });
  });
  show(<AccountBrandCard userId={COACH_ID} mayDecide />);
  fireEvent.click(await button('Suspend brand'));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Looks like a bank.' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend brand' }));
  await waitFor(() => expect(reasons).toEqual(['Looks like a bank.']));
});
