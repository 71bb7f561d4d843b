import type { DemoForm } from '@stridewell/contract/site/site.rules';
import { deviceStorage } from '../../device/storage.ts';
import { storeOperatorProfile } from '../../device/stored-profile.ts';
import { visitorRpc } from '../../lib/visitor-rpc.ts';

type DemoRequest = { id: string; answers: DemoForm };

/** Sends the answers, then notifies the operator. The server ignores a repeated id. */
async function sendDemoRequest({ id, answers }: DemoRequest): Promise<void> {
  const { motivation_text, client_count, workflow_bottleneck, current_tools, provide_feedback, ...shared } = answers;
  const { site, functions } = visitorRpc;
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

const MAX_RETRIES = 5;
const MAX_WAIT_MS = 30_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Saves a demo request in the background: the visitor chooses a time meanwhile and cannot fix a failure. */
export async function saveDemoRequest(request: DemoRequest, onSaved: (id: string) => void): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await sendDemoRequest(request);
      break;
    } catch (error) {
      if (attempt === MAX_RETRIES) {
        // biome-ignore lint/suspicious/noConsole: the spec has this failure logged only.
        console.warn('demo request', error);
        return;
      }
      await pause(Math.min(1000 * 2 ** attempt, MAX_WAIT_MS));
    }
  }
  const { id, answers } = request;
  const visitor = { id, fullName: answers.full_name, email: answers.email };
  storeOperatorProfile({ getItem: deviceStorage.readText, setItem: deviceStorage.writeText }, visitor);
  onSaved(id);
}
