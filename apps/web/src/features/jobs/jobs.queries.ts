import type { WebhookStatus } from '@stridewell/contract/jobs/jobs.rules';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
};

export const queuesQuery = () => queryOptions(orpc.jobs.listQueues.queryOptions());

export const failedJobsQuery = (queue: string) =>
  infiniteQueryOptions(
    orpc.jobs.listFailedJobs.infiniteOptions({
      input: (after: string | undefined) => ({ queue, ...(after !== undefined && { after }) }),
      ...pages,
    }),
  );

/** Failed jobs of a queue; without ids, all of them. */
export type JobChoice = Parameters<typeof rpc.jobs.retryJobs>[0];

export const useRetryJobs = () => useChange((choice: JobChoice) => rpc.jobs.retryJobs(choice), [orpc.jobs.key()]);

export const useDiscardJobs = () => useChange((choice: JobChoice) => rpc.jobs.discardJobs(choice), [orpc.jobs.key()]);

export type MailSelection = Pick<Parameters<typeof rpc.jobs.listMails>[0], 'status' | 'to'>;

export const mailsQuery = (selection: MailSelection) =>
  infiniteQueryOptions(
    orpc.jobs.listMails.infiniteOptions({
      input: (after: string | undefined) => ({ ...selection, ...(after !== undefined && { after }) }),
      ...pages,
    }),
  );

export const useSendMailAgain = () =>
  useChange((mailId: string) => rpc.jobs.sendMailAgain({ mailId }), [orpc.jobs.key()]);

export const useDiscardMail = () => useChange((mailId: string) => rpc.jobs.discardMail({ mailId }), [orpc.jobs.key()]);

export const alertsQuery = () => queryOptions(orpc.jobs.listAlerts.queryOptions());

type Threshold = Parameters<typeof rpc.jobs.setAlertThreshold>[0];

export const useSetAlertThreshold = () =>
  useChange((threshold: Threshold) => rpc.jobs.setAlertThreshold(threshold), [orpc.jobs.listAlerts.key()]);

export const webhooksQuery = (status: WebhookStatus | undefined) =>
  infiniteQueryOptions(
    orpc.jobs.listWebhooks.infiniteOptions({
      input: (after: string | undefined) => ({ ...(status && { status }), ...(after !== undefined && { after }) }),
      ...pages,
    }),
  );

export const useReplayWebhook = () =>
  useChange((webhookId: string) => rpc.jobs.replayWebhook({ webhookId }), [orpc.jobs.listWebhooks.key()]);
