import { randomUUID } from 'node:crypto';
import { type Case, send } from './security-calls.ts';

const question = 'How many active clients do I have?';
const nowhere = randomUUID();
const answer = () => `/assistant/answers/${randomUUID()}`;

export const ASSISTANT_CASES: Record<string, Case> = {
  'assistant.askAssistant': {
    call: send('POST', answer, { coachId: '{coachId}', question }),
    missing: [send('POST', answer, { coachId: nowhere, question })],
  },
  'assistant.askOperatorAssistant': {
    call: send('POST', () => `/operator${answer()}`, { question: 'What is our MRR?' }),
  },
};
