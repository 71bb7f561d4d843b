import type { WebhookStatus } from '@stridewell/contract/jobs/jobs.rules';
import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';

export const queuesQuery = () => queryOptions(orpc.jobs.listQueues.queryOptions());

export const failedJobsQuery = (queue: string) => pagedQuery(orpc.jobs.listFailedJobs, { queue }, 'after');

/** Failed jobs of a queue; without ids, all of them. */
export type JobChoice = Parameters<typeof rpc.jobs.retryJobs>[0];

export const useRetryJobs = () => useChange((choice: JobChoice) => rpc.jobs.retryJobs(choice), [orpc.jobs.key()]);

export const useDiscardJobs = () => useChange((choice: JobChoice) => rpc.jobs.discardJobs(choice), [orpc.jobs.key()]);

export type MailSelection = Pick<Parameters<typeof rpc.jobs.listMails>[0], 'status' | 'to'>;

export const mailsQuery = (selection: MailSelection) => pagedQuery(orpc.jobs.listMails, selection, 'after');

export const useSendMailAgain = () =>
  useChange((mailId: string) => rpc.jobs.sendMailAgain({ mailId }), [orpc.jobs.key()]);

export const useDiscardMail = () => useChange((mailId: string) => rpc.jobs.discardMail({ mailId }), [orpc.jobs.key()]);

export const alertsQuery = () => queryOptions(orpc.jobs.listAlerts.queryOptions());

type Threshold = Parameters<typeof rpc.jobs.setAlertThreshold>[0];

export const useSetAlertThreshold = () =>
  useChange((threshold: Threshold) => rpc.jobs.setAlertThreshold(threshold), [orpc.jobs.listAlerts.key()]);

export const webhooksQuery = (status: WebhookStatus | undefined) =>
  pagedQuery(orpc.jobs.listWebhooks, status ? { status } : {}, 'after');

export const useReplayWebhook = () =>
  useChange((webhookId: string) => rpc.jobs.replayWebhook({ webhookId }), [orpc.jobs.listWebhooks.key()]);
