import type { OperatorRight } from '@stridewell/contract/access';
import type { Fact } from '@stridewell/contract/assistant/assistant';
import { OPERATOR_QUESTIONS, type OperatorTool } from '@stridewell/contract/assistant/assistant.questions.rules';
import type { OperatorOverview } from '@stridewell/contract/operator/operator';
import { operatorMay } from '@stridewell/contract/operator/operator.rules';
import { dayInZone } from '@stridewell/contract/time';
import { platformSpentCents } from '../../core/models/models.ts';
import type { Services } from '../../core/services.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { getOverview } from '../operator/operator.overview.service.ts';
import { getProspectBoard } from '../prospects/prospects.service.ts';
import { type Found, found, moneyFact, type Part, say, suppressedCount } from './assistant.facts.rules.ts';

type Platform = { services: Services; scope: OperatorScope; overview: OperatorOverview; now: Date };

const CURRENCY = 'USD';
const DASHBOARD = '/operator-dashboard';

const together = (facts: readonly Fact[], words: readonly string[]): Part[] =>
  facts.flatMap((fact, index): Part[] => [...(index === 0 ? [] : [', ']), fact, ` ${words[index] ?? ''}`]);

/** Counts by a word, such as a status. */
function byWord(counts: ReadonlyMap<string, number>, label: string, link: string): Found {
  const words = [...counts.keys()];
  const facts = words.map((word) => suppressedCount(counts.get(word) ?? 0, { label: `${label}, ${word}`, link }));
  return found(say`${label}: ${together(facts, words)}.`);
}

function sumBy<Row extends { count: number }>(rows: readonly Row[], wordOf: (row: Row) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(wordOf(row), (sums.get(wordOf(row)) ?? 0) + row.count);
  return sums;
}

/** A count of the last thirty days beside the one of the thirty days before. */
function trend({ now, before }: { now: number; before: number }, label: string, { now: at }: Platform): Found {
  const day = (back: number) => dayInZone(new Date(at.getTime() - back * 86_400_000), 'UTC');
  const period = { from: day(30), to: day(0) };
  const current = suppressedCount(now, { label, link: DASHBOARD, period });
  const earlier = suppressedCount(before, {
    label: `${label}, period before`,
    link: DASHBOARD,
    period: { from: day(60), to: day(30) },
  });
  return found(say`${label} ${{ period }}: ${current}. In the period before: ${earlier}.`);
}

/** Lists of the overview end here, and its counts at a thousand. */
const MOST_LISTED = 20;
const MOST_COUNTED = 1000;

const waiting = (count: number, label: string, link: string, most = MOST_COUNTED): Found => {
  const least = count >= most ? 'at least ' : '';
  return found(say`${label}: ${least}${suppressedCount(count, { label, link })}.`);
};

const mrrFact = (cents: number, label: string): Fact => moneyFact(cents, CURRENCY, { label, link: DASHBOARD });

const READERS: { [Tool in OperatorTool]: (platform: Platform) => Found | Promise<Found> } = {
  coaches_by_status: ({ overview }) =>
    byWord(
      sumBy(overview.figures.coaches, ({ status }) => status),
      'Coaches by status',
      DASHBOARD,
    ),
  coaches_by_plan: ({ overview }) =>
    byWord(
      sumBy(overview.figures.coaches, ({ plan }) => plan),
      'Coaches by plan',
      DASHBOARD,
    ),
  new_coaches: (platform) => trend(platform.overview.figures.newCoaches, 'New coaches', platform),
  demo_requests: (platform) => trend(platform.overview.figures.demoRequests, 'Demo requests', platform),
  platform_mrr: ({ overview }) => found(say`The MRR of the platform is ${mrrFact(overview.figures.mrr.cents, 'MRR')}.`),
  mrr_changes({ overview }) {
    const { cents, beforeCents, movements } = overview.figures.mrr;
    const now = mrrFact(cents, 'MRR');
    const before = mrrFact(beforeCents, 'MRR a month ago');
    const words = Object.keys(movements);
    const facts = Object.entries(movements).map(([word, moved]) => mrrFact(moved, `MRR, ${word}`));
    return found(say`The MRR is ${now} after ${before} a month ago: ${together(facts, words)}.`);
  },
  waiting_approvals: ({ overview }) =>
    waiting(overview.needs.approvals ?? 0, 'Coaches waiting for approval', '/operator/coach-approval'),
  unanswered_contacts: ({ overview }) =>
    waiting(overview.needs.contacts ?? 0, 'Contacts without an answer', '/operator/contacts'),
  async prospects({ services, scope }) {
    const columns = await services.db.readAtOnce(scope, (tx) => getProspectBoard(tx, ''));
    return byWord(
      new Map(columns.map(({ stage, count }) => [stage, count])),
      'Prospects by stage',
      '/operator/pipeline',
    );
  },
  failing_payments: ({ overview }) =>
    waiting(overview.needs.failedPayments?.length ?? 0, 'Coaches with failing payments', DASHBOARD, MOST_LISTED),
  open_disputes: ({ overview }) =>
    waiting(overview.needs.disputes?.length ?? 0, 'Open disputes', DASHBOARD, MOST_LISTED),
  failed_jobs: ({ overview }) => waiting(overview.needs.failedJobs ?? 0, 'Failed jobs', '/operator/jobs'),
  failed_mails: ({ overview }) => waiting(overview.needs.failedMails ?? 0, 'Failed emails', '/operator/jobs'),
  failed_webhooks: ({ overview }) => waiting(overview.needs.failedWebhooks ?? 0, 'Failed webhooks', '/operator/jobs'),
  request_failures({ overview }) {
    const { requests, failures } = overview.requests ?? { requests: 0, failures: 0 };
    const failed = suppressedCount(failures, { label: 'Failed requests in the last hour', link: DASHBOARD });
    const all = suppressedCount(requests, { label: 'Requests in the last hour', link: DASHBOARD });
    return found(say`In the last hour, ${failed} of ${all} requests failed.`);
  },
  async model_spending({ services, scope, now }) {
    const cents = await services.db.readAtOnce(scope, (tx) => platformSpentCents(tx, now));
    const today = dayInZone(now, 'UTC');
    const period = { from: `${today.slice(0, 8)}01`, to: today };
    const spent = moneyFact(Math.round(cents), CURRENCY, {
      label: 'Cost of language models',
      link: '/operator/settings',
      period,
    });
    return found(say`Language models cost ${spent} ${{ period }}.`);
  },
};

/** The right that a tool needs and the operator lacks; null where they have it. */
export function missingRight({ operatorRole }: Actor, tool: OperatorTool): OperatorRight | null {
  const { right } = OPERATOR_QUESTIONS[tool];
  return operatorRole !== null && operatorMay(operatorRole, right) ? null : right;
}

/** Looks up a figure of the platform. The caller has checked the right. */
export async function callPlatformTool(
  { services, scope, actor, now }: { services: Services; scope: OperatorScope; actor: Actor; now: Date },
  tool: OperatorTool,
): Promise<Found> {
  const may = (right: OperatorRight) => actor.operatorRole !== null && operatorMay(actor.operatorRole, right);
  const overview = await getOverview(services, scope, may);
  return READERS[tool]({ services, scope, overview, now });
}
