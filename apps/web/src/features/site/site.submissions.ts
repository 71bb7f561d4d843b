import type { DemoForm } from '@stridewell/contract/site.rules';
import { useMutation } from '@tanstack/react-query';
import type { rpc } from '../../lib/rpc.ts';

type Rpc = typeof rpc;

/** The client of the procedures is as large as a page, and a visitor needs it when a form is sent. */
const client = async (): Promise<Rpc> => (await import('../../lib/rpc.ts')).rpc;

type ContactInput = Parameters<Rpc['functions']['secureFormSubmission']>[0];

export const useSendContact = () =>
  useMutation({ mutationFn: async (input: ContactInput) => (await client()).functions.secureFormSubmission(input) });

type DemoRequest = { id: string; answers: DemoForm };

/** Saves the answers, then has the operator told; both count a repeated id once. */
async function saveDemoRequest({ id, answers }: DemoRequest): Promise<void> {
  const { motivation_text, client_count, workflow_bottleneck, current_tools, provide_feedback, ...shared } = answers;
  const { site, functions } = await client();
  await site.createFormSubmission({
    id,
    ...shared,
    interest_reason: motivation_text,
    monthly_clients: client_count,
    time_suck: workflow_bottleneck,
    tools_used: current_tools,
    feedback_willing: provide_feedback === 'yes',
    form_source: 'Demo',
  });
  await functions.processFormSubmission({ id, ...answers, formSource: 'Demo' });
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
