import type { PlanFeature } from '@stridewell/contract/access';
import { PLANS, type Plan } from '@stridewell/contract/billing/billing.rules';
import { money } from '../../lib/format.ts';

/** The audience of a plan, and what it adds to the plan below. */
export const PLAN_WORDS: Record<Plan, { audience: string; brings: readonly string[] }> = {
  base: {
    audience: 'For your first clients, with nothing to pay.',
    brings: ['Core client management tools', 'Client interaction reports'],
  },
  plus: {
    audience: 'For a full roster, with the busywork handled.',
    brings: ['AI workouts and nutrition', 'Automated onboarding flows', 'Calendar and CRM integrations'],
  },
  pro: {
    audience: 'For a business that carries your own name.',
    brings: [
      'White-label: logo, colors, domain',
      'AI insights assistant',
      'Retention risk tracking',
      'Business expense analytics',
    ],
  },
};

export const FEATURE_WORDS: Record<PlanFeature, string> = {
  ai: 'Workouts and meals drafted for you to check',
  white_label: 'Your logo, your colors, your domain',
  analytics: 'How your clients and your weeks are going',
  integrations: 'Your calendar and your CRM, kept in sync',
  flows: 'The first steps of each new client, sent for you',
  advanced_ai: 'Business and performance figures, with suggestions',
  retention_tracking: 'Who may be about to leave, and why',
  expense_analytics: 'What you earn, spend and keep',
  assistant: 'Answers from your own figures, each with its source',
};

export function setupWords(plan: Plan): string {
  const { setupCents } = PLANS[plan];
  return setupCents === 0 ? 'No setup fee' : `plus a ${money(setupCents)} one-time setup`;
}

export function seatWords(plan: Plan): string {
  const { includedClients, tiers } = PLANS[plan];
  return tiers.length === 0 ? `Up to ${includedClients} clients` : `${includedClients} clients included`;
}

/** The price of clients beyond the included ones, one line a tier. */
export function tierWords(plan: Plan): string[] {
  const { tiers } = PLANS[plan];
  const [only] = tiers;
  if (only && tiers.length === 1) return [`${money(only.centsEach)} per additional client up to ${only.to}`];
  return tiers.map(({ from, to, centsEach }, index) =>
    index === 0
      ? `${money(centsEach)} per client for clients ${from} to ${to}`
      : `then ${money(centsEach)} per client for ${from} to ${to}`,
  );
}
