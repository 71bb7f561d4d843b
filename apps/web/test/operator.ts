import type { OperatorOverview } from '@stridewell/contract/operator/operator';

/** The operators' dashboard on which nothing needs a decision, unless a test says otherwise. */
export const anOperatorOverview = (needs: Partial<OperatorOverview['needs']> = {}): OperatorOverview => ({
  needs: {
    disputes: [],
    approvals: 0,
    contacts: 0,
    failedJobs: 0,
    failedMails: 0,
    failedWebhooks: 0,
    failedPayments: [],
    ...needs,
  },
  demos: [],
  requests: { requests: 1250, failures: 5 },
  figures: {
    coaches: [
      { plan: 'base', status: 'pending', count: 2 },
      { plan: 'base', status: 'active', count: 7 },
      { plan: 'pro', status: 'suspended', count: 1 },
    ],
    newCoaches: { now: 9, before: 4 },
    demoRequests: { now: 0, before: 0 },
    mrr: {
      cents: 44_700,
      beforeCents: 59_600,
      movements: { new: 14_900, reactivation: 0, expansion: 0, contraction: 0, churn: -29_800 },
    },
    computedAt: new Date().toISOString(),
  },
});
