import { FEATURES, MAX_CLIENTS, type PaidPlan, PLAN_ORDER, PLANS } from '@stridewell/contract/billing/billing.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach } from '../../../test/people.ts';
import { BuyPlan } from './buy-plan.tsx';
import ManageSubscriptionButton from './manage-subscription-button.tsx';
import { PricingCalculator } from './pricing-calculator.tsx';
import { PricingPage } from './pricing-page.tsx';
import { StartFree } from './pricing-plans.tsx';

/** The page of a visitor, or of someone who manages a subscription. */
async function mountPricing(manage?: ReactNode) {
  const paid = (plan: PaidPlan) => <BuyPlan plan={plan} forAccount={false} onPaid={async () => undefined} />;
  await mount(
    <PricingPage
      base={<StartFree />}
      plus={paid('plus')}
      pro={paid('pro')}
      calculator={<PricingCalculator />}
      manage={manage}
    />,
  );
  await screen.findByRole('heading', { level: 1 });
}

async function openPricing(session: Parameters<typeof openApp>[1]) {
  const app = await openApp('/pricing', session);
  await screen.findByRole('heading', { level: 1 });
  return app;
}

const card = (name: string) => within(screen.getByRole('article', { name }));
const slider = () => screen.getByRole('slider', { name: 'Number of clients' });
const count = () => screen.getByRole('textbox', { name: 'Clients' });
const results = () =>
  within(screen.getByRole('list', { name: /^Monthly price for/ }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
const answer = () => screen.getByRole('status').textContent;

describe('the plans', () => {
  it.each([
    [
      'Coach Base',
      ['Free', 'No setup fee', 'Up to 5 clients', 'Core client management tools', 'Client interaction reports'],
    ],
    [
      'Coach Plus',
      [
        'Most Popular',
        '$149',
        'per month',
        'No setup fee',
        '5 clients included',
        '$7.50 per client for clients 6 to 25',
        'then $5 per client for 26 to 35',
        'Everything in Coach Base, and',
        'AI workouts and nutrition',
        'Automated onboarding flows',
        'Calendar and CRM integrations',
      ],
    ],
    [
      'Coach Pro',
      [
        '$249',
        'per month',
        'plus a $499 one-time setup',
        '10 clients included',
        '$5 per additional client up to 100',
        'Everything in Coach Plus, and',
        'White-label: logo, colors, domain',
        'AI insights assistant',
        'Retention risk tracking',
        'Business expense analytics',
      ],
    ],
  ])('%s says what it costs and what it has', async (name, texts) => {
    await mountPricing();
    expect(card(name).getByRole('heading', { level: 2, name })).toBeDefined();
    for (const text of texts) expect(card(name).getByText(text)).toBeDefined();
    expect(card(name).queryAllByText('Most Popular')).toHaveLength(name === 'Coach Plus' ? 1 : 0);
  });
});

describe('the calculator', () => {
  const typeCount = (value: string) => fireEvent.change(count(), { target: { value } });

  it.each([
    ['1', ['$0', '$149', '$249'], 'Coach Base is the lowest price for 1 client: nothing to pay.'],
    ['5', ['$0', '$149', '$249'], 'Coach Base is the lowest price for 5 clients: nothing to pay.'],
    [
      '6',
      ['For up to 5 clients', '$156.50', '$249'],
      'Coach Plus is the lowest price for 6 clients: $156.50 a month, or $26.08 a client.',
    ],
    [
      '35',
      ['For up to 5 clients', '$349', '$374'],
      'Coach Plus is the lowest price for 35 clients: $349 a month, or $9.97 a client.',
    ],
    [
      '36',
      ['For up to 5 clients', 'For up to 35 clients', '$379'],
      'Coach Pro is the lowest price for 36 clients: $379 a month, or $10.53 a client.',
    ],
    [
      '100',
      ['For up to 5 clients', 'For up to 35 clients', '$699'],
      'Coach Pro is the lowest price for 100 clients: $699 a month, or $6.99 a client.',
    ],
  ])('for %s clients, typed', async (value, prices, sentence) => {
    await mountPricing();
    typeCount(value);
    expect(slider().getAttribute('aria-valuenow')).toBe(value);
    for (const [index, price] of prices.entries()) expect(results()[index]).toContain(price);
    expect(answer()).toBe(sentence);
  });

  it('says how a price comes about', async () => {
    await mountPricing();
    typeCount('12');
    expect(results()).toEqual([
      'Coach BaseFor up to 5 clients',
      'Coach PlusLowest price$201.50 per month$149 and $52.50 for 7 more',
      'Coach Pro$259 per month$249 and $10 for 2 moreplus a $499 one-time setup',
    ]);
  });

  it('goes by keyboard, and the field follows', async () => {
    await mountPricing();
    const press = (key: string) => fireEvent.keyDown(slider(), { key, code: key });
    press('Home');
    expect(count()).toHaveProperty('value', '0');
    expect(answer()).toBe('Coach Base is the lowest price for 0 clients: nothing to pay.');
    press('ArrowRight');
    expect(count()).toHaveProperty('value', '1');
    press('End');
    expect(count()).toHaveProperty('value', String(MAX_CLIENTS));
    press('ArrowLeft');
    expect(count()).toHaveProperty('value', String(MAX_CLIENTS - 1));
    expect(screen.getByRole('link', { name: 'See Coach Pro' }).getAttribute('href')).toBe('/pricing#plan-pro');
  });

  it('takes an emptied field for no clients, and no number above the highest cap', async () => {
    await mountPricing();
    typeCount('');
    expect(slider().getAttribute('aria-valuenow')).toBe('0');
    fireEvent.blur(count());
    await waitFor(() => expect(count()).toHaveProperty('value', '0'));
    typeCount(String(MAX_CLIENTS + 1));
    expect(Number(slider().getAttribute('aria-valuenow'))).toBeLessThanOrEqual(MAX_CLIENTS);
  });
});

describe('the table', () => {
  it('has every feature, and a word in every cell', async () => {
    await mountPricing();
    const table = within(screen.getByRole('table', { name: 'What each plan has' }));
    const rows = table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows[0]).toEqual(['Feature', ...PLAN_ORDER.map((plan) => PLANS[plan].label)]);
    const cells = (label: string) => rows.find(([head]) => head?.startsWith(label))?.slice(1);
    expect(cells('Per month')).toEqual(['$0', '$149', '$249']);
    expect(cells('One-time setup')).toEqual(['$0', '$0', '$499']);
    expect(cells('Maximum clients')).toEqual(['5', '35', '100']);
    expect(cells('Integrations')).toEqual(['Not included', 'Included', 'Included']);
    expect(cells('White label')).toEqual(['Not included', 'Not included', 'Included']);
    for (const label of Object.values(FEATURES)) expect(cells(label)).toHaveLength(PLAN_ORDER.length);
  });
});

describe('the foot', () => {
  it('names the plans once more, with prices and promises', async () => {
    await mountPricing();
    const upgrade = within(screen.getByRole('region', { name: 'Move up when your client list does' }));
    for (const text of ['Coach Base', 'Coach Plus', '$149/month', 'Coach Pro', '$249/month']) {
      expect(upgrade.getByText(text)).toBeDefined();
    }
    expect(upgrade.getByText('Cancel anytime')).toBeDefined();
    expect(upgrade.getByText('30-day money-back guarantee')).toBeDefined();
    expect(upgrade.getByRole('link', { name: 'Choose your plan' }).getAttribute('href')).toBe('/pricing#plans');
  });

  it.each([
    ['a visitor', null],
    ['a coach', <ManageSubscriptionButton key="manage" />],
  ])('tells %s how to cancel and where to ask', async (_, manage) => {
    await mountPricing(manage);
    expect(screen.getByText('Cancel anytime or update your payment method.')).toBeDefined();
    const mail = screen.getByRole('link', { name: 'hello@example.com' });
    expect(mail.getAttribute('href')).toBe('mailto:hello@example.com');
    expect(mail.parentElement?.textContent).toBe('Questions? hello@example.com');
  });
});

describe('the buttons of the plans', () => {
  it('lead a visitor from the free one to the account setup with its plan', async () => {
    const app = await openPricing(null);
    const link = card('Coach Base').getByRole('link', { name: 'Get Started Free' });
    expect(link.getAttribute('href')).toBe('/account-setup?plan=base');
    fireEvent.click(link);
    await waitFor(() => expect(app.address()).toBe('/account-setup?plan=base'));
  });

  it('explain to a client why plans are not for them', async () => {
    await openPricing(aClient());
    fireEvent.click(screen.getByRole('button', { name: 'Get Plus' }));
    expect(await screen.findByText('Plans are for coaches')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['base', ['Get Plus', 'Go Pro']],
    ['plus', ['Go Pro']],
    ['pro', ['Get Plus']],
  ] as const)('tell a coach on %s which one is theirs', async (plan, buttons) => {
    const { plan: access } = aCoach();
    await openPricing(aCoach({ plan: { ...access, plan } }));
    await waitFor(() =>
      expect(card(PLANS[plan].label).getByRole('button', { name: 'Your plan' })).toHaveProperty('disabled', true),
    );
    expect(screen.getAllByRole('button', { name: 'Your plan' })).toHaveLength(1);
    expect(screen.queryByRole('link', { name: 'Get Started Free' })).toBeNull();
    expect(
      screen.queryAllByRole('button', { name: /^(Get Plus|Go Pro)$/ }).map(({ textContent }) => textContent),
    ).toEqual(buttons);
  });
});
