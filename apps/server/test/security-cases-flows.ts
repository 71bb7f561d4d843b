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

const aSequence = {
  name: 'Welcome',
  trigger: { on: 'client_joined' },
  steps: [{ id: randomUUID(), kind: 'message', text: 'Hi {firstName}' }],
  quiet: { from: 21, until: 8 },
  resumeDays: 7,
  isOn: false,
};
const savedSequence = (sequence: object) =>
  send('PUT', '/sequences/{new}', { coachId: '{coachId}', sequence, basedOn: 0 });
const withStep = (step: object) =>
  savedSequence({ ...aSequence, steps: [{ id: randomUUID(), ...step }, ...aSequence.steps] });
const withTrigger = (trigger: object) =>
  savedSequence({ ...aSequence, trigger, steps: [{ id: randomUUID(), kind: 'task', text: 'Call', dueInDays: 0 }] });
const ofCoach = { coachId: '{coachId}' };

export const SEQUENCES_CASES: Record<string, Case> = {
  'sequences.previewSequence': {
    call: get('/sequences/preview?coachId={coachId}&on=client_joined'),
    others: [
      get('/sequences/preview?coachId={coachId}&on=program_ending&days=7'),
      get('/sequences/preview?coachId={coachId}&on=lead_moved&status=pitched'),
    ],
    bad: [
      get('/sequences/preview?coachId={coachId}&on=program_ending'),
      get('/sequences/preview?coachId={coachId}&on=lead_moved'),
    ],
  },
  'sequences.saveSequence': {
    call: savedSequence(aSequence),
    others: [
      withTrigger({ on: 'lead_moved', status: 'trial' }),
      withTrigger({ on: 'renewal_due', days: 14 }),
      withStep({ kind: 'wait', days: 3, weekday: 1, hour: 9 }),
      withStep({ kind: 'condition', of: 'workout', days: 7, is: true, otherwise: 'skip' }),
      withStep({ kind: 'task', text: 'Call', dueInDays: 0 }),
      withStep({ kind: 'form', templateId: '{templateId}' }),
      withStep({ kind: 'program', programId: '{programId}' }),
      withStep({ kind: 'meal_plan', planId: '{mealPlanId}' }),
    ],
    bad: [
      savedSequence({ ...aSequence, steps: [] }),
      savedSequence({ ...aSequence, trigger: { on: 'lead_captured' } }),
      savedSequence({ ...aSequence, trigger: { on: 'program_ending' } }),
      withStep({ kind: 'mail', subject: '{days}', text: 'Hi' }),
      withStep({ kind: 'message', text: 'At once' }),
    ],
    missing: [send('PUT', '/sequences/{new}', { ...ofCoach, sequence: aSequence, basedOn: 3 })],
  },
  // The flow of the world is for the other calls.
  'sequences.deleteSequence': {
    call: send('DELETE', '/sequences/{new}', ofCoach),
    foreign: [send('DELETE', '/sequences/{sequenceId}', ofCoach)],
  },
  'sequences.getSequence': {
    call: get('/sequences/{sequenceId}?coachId={coachId}'),
    missing: [get('/sequences/{new}?coachId={coachId}')],
  },
  'sequences.getSequenceRun': {
    call: get('/sequence_runs/{runId}?coachId={coachId}'),
    missing: [get('/sequence_runs/{new}?coachId={coachId}')],
  },
  'sequences.changeSequenceRun': {
    call: send('PUT', '/sequence_runs/{runId}', { ...ofCoach, action: 'resume' }),
    missing: [send('PUT', '/sequence_runs/{new}', { ...ofCoach, action: 'resume' })],
  },
  'sequences.listSequenceRuns': {
    call: get('/sequences/{sequenceId}/runs?coachId={coachId}&show=open'),
    missing: [get('/sequences/{new}/runs?coachId={coachId}&show=open')],
  },
  'sequences.startSequence': {
    call: send('POST', '/sequences/{sequenceId}/runs', { ...ofCoach, personIds: ['{otherClientId}'] }),
    missing: [send('POST', '/sequences/{new}/runs', { ...ofCoach, personIds: ['{otherClientId}'] })],
  },
  'sequences.updateSequenceRuns': {
    call: send('POST', '/sequences/{sequenceId}/update_runs', ofCoach),
    missing: [send('POST', '/sequences/{new}/update_runs', ofCoach)],
  },
  'sequences.completeSequenceTask': {
    call: send('PUT', '/sequence_tasks/{sequenceTaskId}', { ...ofCoach, done: true }),
    missing: [send('PUT', '/sequence_tasks/{new}', { ...ofCoach, done: true })],
  },
};

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
