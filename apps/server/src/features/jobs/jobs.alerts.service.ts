import type { AlertState } from '@stridewell/contract/jobs';
import { ALERT_KINDS, ALERTS, type AlertKind, alertStep, errorPercent } from '@stridewell/contract/jobs.rules';
import { OPERATOR_ROLES, operatorMay } from '@stridewell/contract/operator.rules';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { identityScope } from '../../core/tenancy/access.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { countRequests } from '../../platform/http/request-minutes.data.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { getLastCheck } from '../audit/audit.verify.service.ts';
import { lockAlert, selectAlerts, selectOperatorAddresses, updateAlert } from './jobs.alerts.data.ts';
import { alertMail } from './jobs.mails.ts';
import { alertScope } from './jobs.policy.ts';
import { countFailures } from './jobs.queues.service.ts';

const MINUTE_MS = 60_000;

/** All alerts in their order, with the usual threshold where none was set. */
export async function listAlerts(tx: Tx<OperatorScope>): Promise<AlertState[]> {
  const stored = new Map((await selectAlerts(tx)).map((row) => [row.kind, row]));
  return ALERT_KINDS.map((kind) => {
    const { threshold = ALERTS[kind].usual, value = null, since = null } = stored.get(kind) ?? {};
    return { kind, threshold, value, since: since?.toISOString() ?? null };
  });
}

type Change = { kind: AlertKind; threshold: number; before: number };

/**
 * Changes a threshold that still is what the operator saw. The next check compares with it.
 * @throws ALERT_CHANGED
 */
export async function setAlertThreshold(
  tx: Tx<OperatorScope, 'ALERT_CHANGED'>,
  { kind, threshold, before }: Change,
): Promise<void> {
  const alert = await lockAlert(tx, kind);
  if (alert.threshold !== before) throw refuse(tx, 'ALERT_CHANGED');
  if (threshold === before) return;
  await updateAlert(tx, kind, { threshold });
  const facts = (of: number) => ({ alert: ALERTS[kind].label, threshold: of });
  auditAbout(tx, tx.scope.userId, { action: 'alert.changed', before: facts(before), after: facts(threshold) });
}

/** What the alerts are about, as it is now. */
async function measure({ db, queue, now }: Services): Promise<Record<AlertKind, number>> {
  const [failures, queues, check, requests] = await Promise.all([
    countFailures({ db, queue }),
    queue.status(),
    getLastCheck(db),
    countRequests(db, now()),
  ]);
  const waits = queues.map(({ oldestWaitingAt }) =>
    oldestWaitingAt ? now().getTime() - oldestWaitingAt.getTime() : 0,
  );
  return {
    failed_jobs: failures.failedJobs,
    oldest_job: Math.floor(Math.max(0, ...waits) / MINUTE_MS),
    failed_mails: failures.failedMails,
    failed_webhooks: failures.failedWebhooks,
    error_rate: Math.floor(errorPercent(requests) ?? 0),
    audit_problems: check?.problems ?? 0,
  };
}

/** Measures what the alerts are about, and mails the operators of jobs which alerts started and which are over. */
export async function checkAlerts(services: Services): Promise<void> {
  const { db, mailer, now, env } = services;
  const values = await measure(services);
  const roles = OPERATOR_ROLES.filter((role) => operatorMay(role, 'jobs'));
  const readers = await db.readAtOnce(identityScope, (tx) => selectOperatorAddresses(tx, roles));
  for (const kind of ALERT_KINDS) {
    await db.write(alertScope, async (tx) => {
      const { threshold, since } = await lockAlert(tx, kind);
      const value = values[kind];
      const step = alertStep({ threshold, isOn: since !== null }, value);
      await updateAlert(tx, kind, { value, ...(step && { since: step === 'begins' ? now() : null }) });
      if (!step) return;
      const texts = { label: ALERTS[kind].label, value: String(value), threshold: String(threshold) };
      const props = { ...texts, step, url: `${env.appUrl}/operator/jobs?tab=alerts` };
      for (const to of readers) await mailer.send({ to, template: alertMail, props }, tx);
    });
  }
}
