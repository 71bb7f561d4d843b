import type { AlertState } from '@stridewell/contract/jobs/jobs';
import {
  ALERT_KINDS,
  ALERTS,
  type AlertKind,
  alertStep,
  errorPercent,
  queueLabel,
} from '@stridewell/contract/jobs/jobs.rules';
import { OPERATOR_ROLES, operatorMay } from '@stridewell/contract/operator/operator.rules';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { identityScope } from '../../core/tenancy/access.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { countRequests } from '../../platform/http/request-minutes.data.ts';
import { defineMail } from '../../platform/mail/mail.ts';
import { getLastCheck } from '../audit/audit.check.service.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { lockAlert, selectAlerts, selectOperatorAddresses, updateAlert } from './jobs.alerts.data.ts';
import { countFailures } from './jobs.queues.service.ts';
import { alertScope } from './jobs.scopes.ts';

export const alertMail = defineMail('alert', async () => {
  const { alertSubject: subject, AlertMail: Body } = await import('./jobs.mail.tsx');
  return { subject, Body };
});

const MINUTE_MS = 60_000;

/** All alerts in order, with the default threshold unless one was set. */
export async function listAlerts(tx: Tx<OperatorScope>): Promise<AlertState[]> {
  const stored = new Map((await selectAlerts(tx)).map((row) => [row.kind, row]));
  return ALERT_KINDS.map((kind) => {
    const { threshold = ALERTS[kind].usual, value = null, since = null } = stored.get(kind) ?? {};
    return { kind, threshold, value, since: since?.toISOString() ?? null };
  });
}

type Change = { kind: AlertKind; threshold: number; before: number };

/**
 * Changes a threshold unless it has changed since the operator saw it. The next check uses it.
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

/** A current value, with the queues that it comes from. */
type Measured = { value: number; queues?: string[] };

/** Measures the current value of each alert. */
async function measure({ db, queue, now }: Services): Promise<Record<AlertKind, Measured>> {
  const [failures, queues, check, requests] = await Promise.all([
    countFailures({ db, queue }),
    queue.status(),
    getLastCheck(db),
    countRequests(db, now()),
  ]);
  const waitOf = ({ oldestWaitingAt }: (typeof queues)[number]) =>
    oldestWaitingAt ? Math.floor((now().getTime() - oldestWaitingAt.getTime()) / MINUTE_MS) : 0;
  const longest = Math.max(0, ...queues.map(waitOf));
  const named = (isMeant: (one: (typeof queues)[number]) => boolean) => queues.filter(isMeant).map(({ name }) => name);
  return {
    failed_jobs: { value: failures.failedJobs, queues: named(({ failed }) => failed > 0) },
    oldest_job: { value: longest, queues: named((one) => waitOf(one) === longest) },
    failed_mails: { value: failures.failedMails },
    failed_webhooks: { value: failures.failedWebhooks },
    error_rate: { value: Math.floor(errorPercent(requests) ?? 0) },
    audit_problems: { value: check?.problems ?? 0 },
  };
}

/** Checks the alerts, and mails operators of jobs which alerts started and which are over. */
export async function checkAlerts(services: Services): Promise<void> {
  const { db, mailer, now, env } = services;
  const measured = await measure(services);
  const roles = OPERATOR_ROLES.filter((role) => operatorMay(role, 'jobs'));
  const readers = await db.readAtOnce(identityScope, (tx) => selectOperatorAddresses(tx, roles));
  for (const kind of ALERT_KINDS) {
    await db.write(alertScope, async (tx) => {
      const { threshold, since } = await lockAlert(tx, kind);
      const { value, queues = [] } = measured[kind];
      const step = alertStep({ threshold, isOn: since !== null }, value);
      await updateAlert(tx, kind, { value, ...(step && { since: step === 'begins' ? now() : null }) });
      if (!step) return;
      const texts = { label: ALERTS[kind].label, value: String(value), threshold: String(threshold) };
      const inQueues = step === 'begins' ? queues.map(queueLabel).join(', ') : '';
      const props = { ...texts, step, queues: inQueues, url: `${env.appUrl}/operator/jobs?tab=alerts` };
      for (const to of readers) await mailer.send({ to, template: alertMail, props }, tx);
    });
  }
}
