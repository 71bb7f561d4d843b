import type { DemoForm } from '@stridewell/contract/site.rules';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { orpc, rpc } from '../../lib/rpc.ts';

export const demoSlotsQuery = () =>
  queryOptions({ ...orpc.site.listDemoSlots.queryOptions(), staleTime: 30_000, refetchOnWindowFocus: true });

export const demoBookingQuery = (token: string) =>
  queryOptions({ ...orpc.site.getDemoBooking.queryOptions({ input: { token } }), retry: false });

type ContactInput = Parameters<typeof rpc.functions.secureFormSubmission>[0];

export const useSendContact = () =>
  useMutation({ mutationFn: (input: ContactInput) => rpc.functions.secureFormSubmission(input) });

type DemoRequest = { id: string; answers: DemoForm };

/** Saves the answers, then has the operator told; both count a repeated id once. */
async function saveDemoRequest({ id, answers }: DemoRequest): Promise<void> {
  const { motivation_text, client_count, workflow_bottleneck, current_tools, provide_feedback, ...shared } = answers;
  await rpc.site.createFormSubmission({
    id,
    ...shared,
    interest_reason: motivation_text,
    monthly_clients: client_count,
    time_suck: workflow_bottleneck,
    tools_used: current_tools,
    feedback_willing: provide_feedback === 'yes',
    form_source: 'Demo',
  });
  await rpc.functions.processFormSubmission({ id, ...answers, formSource: 'Demo' });
}

const MOST_RETRIES = 5;
const LONGEST_WAIT_MS = 30_000;

/** Saves a demo request out of sight: the visitor is choosing a time meanwhile and can do nothing about a failure. */
export const useSaveDemoRequest = (onSaved: (id: string) => void) =>
  useMutation({
    mutationFn: saveDemoRequest,
    onSuccess: (_, { id }) => onSaved(id),
    retry: MOST_RETRIES,
    retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, LONGEST_WAIT_MS),
    // biome-ignore lint/suspicious/noConsole: the spec has this failure logged only.
    onError: (error) => console.warn('demo request', error),
  });

export function useBookDemo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Parameters<typeof rpc.site.bookDemo>[0]) => rpc.site.bookDemo(input),
    onSettled: () => client.invalidateQueries({ queryKey: demoSlotsQuery().queryKey }),
  });
}

/** Moves the booking of a mailed link to another start. */
export function useRescheduleDemo(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (startsAt: string) => rpc.site.rescheduleDemo({ token, startsAt }),
    onSuccess: (booking) => client.setQueryData(demoBookingQuery(token).queryKey, booking),
    onSettled: () => client.invalidateQueries({ queryKey: demoSlotsQuery().queryKey }),
  });
}

export function useCancelDemo(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => rpc.site.cancelDemo({ token }),
    onSuccess: (booking) => client.setQueryData(demoBookingQuery(token).queryKey, booking),
  });
}
