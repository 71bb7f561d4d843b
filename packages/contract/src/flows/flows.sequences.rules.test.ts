import { describe, expect, it } from 'vitest';
import { fillText, textProblem } from './flows.rules.ts';
import { SEQUENCE_NAMES, type SequenceStepKind, sequenceProblem, stepAfterEdit } from './flows.sequences.rules.ts';
import { sequenceInput, sequenceTrigger } from './flows.sequences.ts';

const ids = ['1', '2', '3', '4', '5', '6'].map((digit) => `01890a5d-ac96-774b-bcce-b302099a805${digit}`);
let next = 0;
const step = (kind: SequenceStepKind, rest: { days?: number; otherwise?: 'leave' | 'skip' } = {}) => {
  next += 1;
  return Object.assign({ id: `${next}`, kind }, rest);
};
const message = () => step('message');
const wait = (days: number) => step('wait', { days });

describe('a flow', () => {
  it.each([
    ['one message', [message()]],
    ['a message and a mail a week apart', [message(), wait(7), step('mail')]],
    ['a week in two waits', [message(), wait(3), step('task'), wait(4), step('mail')]],
    ['other steps at once', [step('task'), step('form'), step('program'), step('meal_plan'), message()]],
  ])('can be %s', (_, steps) => {
    expect(sequenceProblem('client_joined', steps)).toBeNull();
  });

  it.each([
    ['two messages at once', 'client_joined', [message(), message()], 1, 'at least 7 days'],
    ['a mail soon after a message', 'client_joined', [message(), wait(6), step('mail')], 2, 'at least 7 days'],
    ['two mails to a lead', 'lead_captured', [step('mail'), wait(2), step('mail')], 2, 'at least 7 days'],
    [
      'a week that a condition may skip',
      'client_joined',
      [message(), step('condition', { otherwise: 'skip' }), wait(7), message()],
      3,
      'at least 7 days',
    ],
    ['a wait at the end', 'client_joined', [message(), wait(3)], 1, 'cannot end with a wait'],
    ['a condition at the end', 'client_joined', [message(), step('condition')], 1, 'cannot end with a condition'],
    ['a program for a lead', 'lead_captured', [step('program')], 0, 'Leads cannot get a program'],
    ['a message to a former client', 'client_archived', [message()], 0, 'Former clients cannot get a message'],
    ['one that starts itself', 'program_ending', [step('task'), step('program')], 1, 'start it again'],
  ] as const)('cannot be %s', (_, on, steps, index, text) => {
    expect(sequenceProblem(on, steps)).toEqual({ index, text: expect.stringContaining(text) });
  });

  it('cannot have an id twice', () => {
    expect(
      sequenceProblem('client_joined', [
        { id: '1', kind: 'task' },
        { id: '1', kind: 'task' },
      ])?.text,
    ).toContain('own id');
  });
});

describe('the input of a flow', () => {
  const flow = {
    name: 'Welcome',
    trigger: { on: 'client_joined' },
    steps: [{ id: ids[0], kind: 'message', text: 'Hi {firstName}' }],
    quiet: { from: 21, until: 8 },
    resumeDays: 7,
    isOn: true,
  };
  const of = (given: object) => ({
    steps: [{ id: ids[0], ...given }, ...flow.steps.map((one) => ({ ...one, id: ids[1] }))],
  });

  it.each([
    ['as it is', {}, true],
    ['with days of silence in a text', { steps: [{ ...flow.steps[0], text: 'After {days} days' }] }, false],
    ['without steps', { steps: [] }, false],
    [
      'with 51 steps',
      {
        steps: Array.from({ length: 51 }, (_, index) => ({
          id: `01890a5d-ac96-774b-bcce-b302099a8${String(100 + index)}`,
          kind: 'task',
          text: 'Call',
          dueInDays: 0,
        })),
      },
      false,
    ],
    ['with a wait of no time', of({ kind: 'wait', days: 0, weekday: null, hour: null }), false],
    ['with a wait until nine', of({ kind: 'wait', days: 0, weekday: null, hour: 9 }), true],
    ['with a wait of 91 days', of({ kind: 'wait', days: 91, weekday: null, hour: null }), false],
    [
      'with a condition about workouts',
      of({ kind: 'condition', of: 'workout', days: 7, is: false, otherwise: 'skip' }),
      true,
    ],
    ['without its days', of({ kind: 'condition', of: 'workout', days: null, is: true, otherwise: 'leave' }), false],
    ['with a shorter night', { quiet: { from: 22, until: 8 } }, false],
    ['without a pause after replies', { resumeDays: 0 }, false],
    ['with a trigger that lacks its days', { trigger: { on: 'program_ending' } }, false],
    ['with a trigger of days', { trigger: { on: 'program_ending', days: 7 } }, true],
  ])('%s', (_, changes, isValid) => {
    expect(sequenceInput.safeParse({ ...flow, ...changes }).success).toBe(isValid);
  });

  it('has its problem at the step', () => {
    const two = { ...flow, steps: [flow.steps[0], { ...flow.steps[0], id: ids[1] }] };
    expect(sequenceInput.safeParse(two).error?.issues.map(({ path }) => path)).toEqual([['steps', 1]]);
  });

  it('names the status of a lead', () => {
    expect(sequenceTrigger.safeParse({ on: 'lead_moved', status: 'pitched' }).success).toBe(true);
    expect(sequenceTrigger.safeParse({ on: 'lead_moved', status: 'gone' }).success).toBe(false);
  });

  it('fills in names only', () => {
    expect(textProblem('Hi {firstName} from {coachName}', SEQUENCE_NAMES)).toBeNull();
    expect(textProblem('{days}', SEQUENCE_NAMES)).toBe('{days} is not a placeholder. Use {firstName} or {coachName}.');
    expect(fillText('Hi {firstName}', { firstName: 'Nina', coachName: 'Sam' })).toBe('Hi Nina');
  });
});

it('finds the place of a run in an edited flow', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  if (!a || !b || !c || !d) throw new Error('no steps');
  expect(stepAfterEdit([a, b, c], [a, b, c, d], 'b')).toBe(b);
  expect(stepAfterEdit([a, b, c], [c, a], 'b')).toBe(c);
  expect(stepAfterEdit([a, b, c], [a], 'b')).toBeNull();
});
