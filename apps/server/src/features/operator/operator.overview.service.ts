import type { OperatorRight } from '@stridewell/contract/access';
import type { OperatorOverview, PlatformFigures } from '@stridewell/contract/operator/operator';
import type { Services } from '../../core/services.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { countRequests } from '../../platform/http/request-minutes.data.ts';
import { listOpenDisputes } from '../billing/billing.disputes.service.ts';
import { listFailingCoaches, platformMrr } from '../billing/billing.figures.service.ts';
import { countUnanswered } from '../contacts/contacts.service.ts';
import { countFailures } from '../jobs/jobs.queues.service.ts';
import { countDemoRequests, listDemos } from '../site/site.figures.service.ts';
import { planOf, statusOf } from './operator.approval.service.ts';
import { countCoaches, countNewCoaches, countWaiting, findFigures, upsertFigures } from './operator.overview.data.ts';
import { platformFiguresScope } from './operator.scopes.ts';

const DAY_MS = 86_400_000;
const PERIOD_MS = 30 * DAY_MS;
/** Counts stop here, because a higher number need not be exact. */
const COUNTED = 1000;
const FAILING_SHOWN = 20;
const DISPUTES_SHOWN = 20;

type Deps = Pick<Services, 'db' | 'queue' | 'now'>;

/** Open decisions within the operator's rights, and the platform's figures from the last run of the job. */
export async function getOverview(
  deps: Deps,
  scope: OperatorScope,
  may: (right: OperatorRight) => boolean,
): Promise<OperatorOverview> {
  const { db, now } = deps;
  const from = now();
  const demoDay = { from, before: new Date(from.getTime() + DAY_MS) };
  const [[approvals, contacts, demos, kept], failures, requests, failing, disputes] = await Promise.all([
    db.readAtOnce(scope, (tx) =>
      Promise.all([countWaiting(tx, COUNTED), countUnanswered(tx), listDemos(tx, demoDay), findFigures(tx)]),
    ),
    may('jobs') ? countFailures(deps) : { failedJobs: null, failedMails: null, failedWebhooks: null },
    may('jobs') ? countRequests(db, from) : null,
    may('billing') ? listFailingCoaches(db, FAILING_SHOWN) : null,
    may('billing') ? listOpenDisputes(db, DISPUTES_SHOWN) : null,
  ]);
  const { figures, computedAt } = kept ?? (await countPlatform(deps));
  return {
    needs: {
      disputes,
      approvals: may('approvals') ? approvals : null,
      contacts: may('contacts') ? contacts : null,
      ...failures,
      failedPayments: failing?.map((coach) => ({ ...coach, since: coach.since.toISOString() })) ?? null,
    },
    demos: demos.map((demo) => ({ ...demo, startsAt: demo.startsAt.toISOString() })),
    requests,
    figures: { ...figures, computedAt: computedAt.toISOString() },
  };
}

/** Computes the platform's figures and stores them for the dashboard. */
export async function countPlatform({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const computedAt = now();
  const start = new Date(computedAt.getTime() - PERIOD_MS);
  const periods = [
    { from: start, before: computedAt },
    { from: new Date(start.getTime() - PERIOD_MS), before: start },
  ];
  const [counted, requests, mrr] = await Promise.all([
    db.readAtOnce(platformFiguresScope, (tx) =>
      Promise.all([countCoaches(tx), ...periods.map((period) => countNewCoaches(tx, period))]),
    ),
    countDemoRequests(db, periods),
    platformMrr(db, computedAt),
  ]);
  const [groups, ...newCoaches] = counted;
  const trend = ([recent = 0, before = 0]: number[]) => ({ now: recent, before });
  const figures: PlatformFigures = {
    coaches: groups.map(({ plan, status, count }) => ({ plan: planOf(plan), status: statusOf(status), count })),
    newCoaches: trend(newCoaches),
    demoRequests: trend(requests),
    mrr,
  };
  await db.write(platformFiguresScope, (tx) => upsertFigures(tx, figures, computedAt));
  return { figures, computedAt };
}
