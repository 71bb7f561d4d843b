import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';

const aFlow = {
  name: 'Away for a week',
  trigger: { of: 'activity', days: 7 },
  steps: [{ id: randomUUID(), kind: 'message', text: 'Hi {firstName}, how are you?' }],
  quiet: { from: 21, until: 8 },
  holdOut: 0,
  isOn: true,
};
const saved = (flow: object) => send('PUT', '/flows/{new}', { coachId: '{coachId}', flow, basedOn: 0 });

export const FLOWS_CASES: Record<string, Case> = {
  'flows.previewFlow': { call: get('/flows/preview?coachId={coachId}&of=workout&days=7') },
  'flows.saveFlow': {
    call: saved(aFlow),
    others: [
      { id: randomUUID(), kind: 'wait', days: 3 },
      { id: randomUUID(), kind: 'condition', of: 'workout', days: 9 },
    ].map((step) => saved({ ...aFlow, steps: [step, ...aFlow.steps] })),
    bad: [
      saved({ ...aFlow, steps: [{ ...aFlow.steps[0], text: 'Hi {name}' }] }),
      saved({ ...aFlow, steps: [{ ...aFlow.steps[0], text: 'a'.repeat(5000) }] }),
      saved({ ...aFlow, quiet: { from: 22, until: 8 } }),
      saved({ ...aFlow, holdOut: 5 }),
    ],
  },
};
