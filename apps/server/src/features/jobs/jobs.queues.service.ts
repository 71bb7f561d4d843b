import type { AuditAction } from '@stridewell/contract/audit/audit.rules';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import type { FailedJob, QueueStatus } from '@stridewell/contract/jobs/jobs';
import type { Services } from '../../core/services.ts';
import { shownError } from '../../core/shown-errors.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { pageOf, readCursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { countFailedDeliveries } from '../../platform/mail/deliveries.data.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { countFailedWebhooks } from '../billing/billing.webhooks.service.ts';

const PAGE = 50;

/** The queues of background work, by name. */
export async function listQueues(queue: Queue): Promise<QueueStatus[]> {
  return (await queue.status()).map(({ oldestWaitingAt, lastSuccessAt, ...status }) => ({
    ...status,
    oldestWaitingAt: oldestWaitingAt?.toISOString() ?? null,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
  }));
}

/** The ids in a job's data. The rest may concern people, so the console does not show it. */
const idsIn = (data: object): Record<string, string> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value === 'string' && isUuid(value)));

/** A page of a queue's jobs that failed on every try, newest failure first. */
export async function listFailedJobs(
  queue: Queue,
  { queue: name, after }: { queue: string; after?: string | undefined },
): Promise<{ jobs: FailedJob[]; next: string | null }> {
  const place = after === undefined ? null : (readCursor(after) ?? null);
  const { page, nextCursor } = pageOf(await queue.listFailed({ queue: name, after: place, limit: PAGE + 1 }), PAGE);
  return {
    jobs: page.map(({ id, createdAt, at, tries, error, data }) => ({
      id,
      createdAt: createdAt.toISOString(),
      failedAt: at.toISOString(),
      tries,
      error: shownError(error),
      ids: idsIn(data),
    })),
    next: nextCursor,
  };
}

type Choice = { queue: string; ids?: string[] | undefined };

/** Retries failed jobs. @returns how many; fewer than requested when another operator was faster */
export const retryJobs = async (tx: Tx<OperatorScope>, queue: Queue, choice: Choice): Promise<number> =>
  audited(tx, 'jobs.retried', choice, await queue.retryFailed(tx, choice));

/** Deletes failed jobs without running them. @returns how many */
export const discardJobs = async (tx: Tx<OperatorScope>, queue: Queue, choice: Choice): Promise<number> =>
  audited(tx, 'jobs.discarded', choice, await queue.discardFailed(tx, choice));

/** Audits in the operator's chain, because jobs belong to no person. */
function audited(tx: Tx<OperatorScope>, action: AuditAction, { queue }: Choice, count: number): number {
  if (count > 0) auditAbout(tx, tx.scope.userId, { action, after: { queue, jobs: count } });
  return count;
}

/** Counts stop here, because a higher number need not be exact. */
const COUNTED = 1000;

/** Counts failures that wait for an operator, each kind up to 1000. */
export async function countFailures({ db, queue }: Pick<Services, 'db' | 'queue'>) {
  const [failedJobs, failedMails, failedWebhooks] = await Promise.all([
    queue.countFailed(COUNTED),
    countFailedDeliveries(db, COUNTED),
    countFailedWebhooks(db, COUNTED),
  ]);
  return { failedJobs, failedMails, failedWebhooks };
}
