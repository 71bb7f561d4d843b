import { monthlyPriceCents, PLAN_ORDER, PLANS } from '@stridewell/contract/billing/billing.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach } from '../../../test/people.ts';
import { longDate, money } from '../../lib/format.ts';
import { product } from '../../lib/product.ts';
import { PrivacyPolicy } from './privacy-policy.tsx';
import { TermsOfService } from './terms-of-service.tsx';

const PAGES = [
  ['Terms of Service', TermsOfService],
  ['Privacy Policy', PrivacyPolicy],
] as const;

async function mountPage(title: string, Page: ComponentType) {
  await mount(<Page />);
  await screen.findByRole('heading', { level: 1, name: title });
  return { text: screen.getByRole('article').textContent };
}

describe.each(PAGES)('%s', (title, Page) => {
  it('shows the effective day, today as the last update and a contact', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 9, 12) });
    const { text } = await mountPage(title, Page);
    expect(text).toContain('Effective May 5, 2025');
    expect(text).toContain('Last updated: March 9, 2026');
    expect(text).toContain(product.name);
    expect(text).toContain('California');
    const addresses = screen.getAllByRole('link', { name: product.contactEmail });
    expect(addresses[0]?.getAttribute('href')).toBe(`mailto:${product.contactEmail}`);
  });

  it('has contents that lead to every section, in order', async () => {
    await mountPage(title, Page);
    const contents = screen.getByRole('navigation', { name: 'On this page' });
    const targets = within(contents)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')?.slice(1) ?? '');
    expect(new Set(targets).size).toBe(targets.length);
    const headings = targets.map((id) => document.getElementById(id)?.querySelector('h2')?.textContent);
    const links = within(contents).getAllByRole('link');
    expect(headings).toEqual(links.map((link, index) => `${index + 1}. ${link.textContent.replace(/^\d+/, '')}`));
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(targets.length + 1);
  });

  it('folds the contents away for small screens', async () => {
    await mountPage(title, Page);
    const contents = screen.getByRole('navigation', { name: 'On this page' });
    const folded = within(contents).getByRole<HTMLDetailsElement>('group');
    expect(folded.open).toBe(false);
    fireEvent.click(within(contents).getByText('On this page', { selector: 'summary' }));
    expect(folded.open).toBe(true);
  });
});

describe('the terms', () => {
  it('state the prices that are billed', async () => {
    await mountPage('Terms of Service', TermsOfService);
    const rows = PLAN_ORDER.map((plan) => screen.getByRole('row', { name: new RegExp(`^${PLANS[plan].label}`) }));
    const [base, plus, pro] = rows.map((row) => row.textContent);
    expect(base).toBe('Coach BaseFree5 included');
    expect(plus).toContain(`${money(monthlyPriceCents('plus', 0))} per month`);
    expect(plus).toContain('Clients 6 to 25: $7.50 each per month');
    expect(pro).toContain(`${money(monthlyPriceCents('pro', 0))} per month`);
    expect(pro).toContain(`plus ${money(PLANS.pro.setupCents)} once for setup`);
  });

  it.each([
    'You must be at least 18 years old',
    'renew automatically every month',
    'at the end of the period you have paid for',
    'non-refundable',
    '30-day money-back guarantee',
    'does not give medical advice',
    'A coach must review every AI-drafted plan',
    'Your data stays yours',
    'limited to the fees you paid us in the 12 months before',
    'Orange County, California',
  ])('say: %s', async (fact) => {
    const { text } = await mountPage('Terms of Service', TermsOfService);
    expect(text).toContain(fact);
  });
});

describe('the privacy policy', () => {
  it.each([
    'We never sell personal data',
    'progress photos',
    'payment provider',
    'Technical logs',
    'Access:',
    'Correction:',
    'Export:',
    'Deletion:',
    'anyone under 18',
    'only necessary cookies',
  ])('says: %s', async (fact) => {
    const { text } = await mountPage('Privacy Policy', PrivacyPolicy);
    expect(text).toContain(fact);
  });

  it('leads back to the start', async () => {
    await mountPage('Privacy Policy', PrivacyPolicy);
    expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
  });
});

describe('a date in words', () => {
  it('is of the zone that is asked for', () => {
    const lateInUtc = '2025-05-05T23:30:00Z';
    expect(longDate(lateInUtc, 'UTC')).toBe('May 5, 2025');
    expect(longDate(lateInUtc, 'Europe/Berlin')).toBe('May 6, 2025');
  });
});

it('the terms lead back to the onboarding', async () => {
  const app = await openApp('/terms-of-service', aCoach());
  fireEvent.click(await screen.findByRole('link', { name: 'Back to coach onboarding' }));
  await waitFor(() => expect(app.path()).toBe('/coach-onboarding'));
});
