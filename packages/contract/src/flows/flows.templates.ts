import type { SequenceStep, SequenceTrigger } from './flows.sequences.ts';

/** Steps without ids, which each flow makes for itself. */
type DraftStep = SequenceStep extends infer Step ? (Step extends SequenceStep ? Omit<Step, 'id'> : never) : never;

export type SequenceTemplate = {
  key: 'welcome' | 'lead' | 'renewal' | 'win_back';
  name: string;
  about: string;
  trigger: SequenceTrigger;
  steps: readonly DraftStep[];
};

const wait = (days: number, hour: number | null = null): DraftStep => ({ kind: 'wait', days, weekday: null, hour });

/** Flows to begin with. Coaches change the words to their own. */
export const SEQUENCE_TEMPLATES: readonly SequenceTemplate[] = [
  {
    key: 'welcome',
    name: 'Welcome',
    about: 'The first weeks of a new client, from hello to the first review.',
    trigger: { on: 'client_joined' },
    steps: [
      {
        kind: 'message',
        text: 'Hi {firstName}, welcome! Please finish your onboarding with the health questions today or tomorrow. I plan your training after that. Write to me here whenever something is unclear. {coachName}',
      },
      wait(2),
      { kind: 'condition', of: 'health', days: null, is: false, otherwise: 'skip' },
      { kind: 'task', text: 'Ask for the health questions', dueInDays: 0 },
      wait(5, 9),
      { kind: 'condition', of: 'workout', days: 7, is: false, otherwise: 'skip' },
      { kind: 'task', text: 'Call: no workout in the first week', dueInDays: 1 },
      {
        kind: 'message',
        text: 'Your first week is done, {firstName}. What went well, and what was harder than you thought?',
      },
      wait(14, 9),
      { kind: 'task', text: 'Review the first three weeks together', dueInDays: 2 },
    ],
  },
  {
    key: 'lead',
    name: 'New lead',
    about: 'An answer to everyone who fills in your form, and a second one a week later.',
    trigger: { on: 'lead_captured' },
    steps: [
      {
        kind: 'mail',
        subject: 'Thank you for writing, {firstName}',
        text: 'Hi {firstName},\n\nthank you for your message. I read every one myself and will write to you within a day.\n\n{coachName}',
      },
      { kind: 'task', text: 'Answer personally', dueInDays: 1 },
      wait(8, 10),
      {
        kind: 'mail',
        subject: 'Is there anything you would like to know?',
        text: 'Hi {firstName},\n\nlast week you asked about coaching. If you have a question, reply to this email. If the time is not right, that is fine too.\n\n{coachName}',
      },
    ],
  },
  {
    key: 'renewal',
    name: 'Renewal',
    about: 'Two weeks before a package ends: look back, and talk about what is next.',
    trigger: { on: 'renewal_due', days: 14 },
    steps: [
      { kind: 'task', text: 'Prepare the review of the package', dueInDays: 2 },
      {
        kind: 'message',
        text: 'Hi {firstName}, your package ends in two weeks. I would like to look back with you and plan what comes next. When do you have 20 minutes?',
      },
      wait(9, 9),
      { kind: 'condition', of: 'replied', days: null, is: false, otherwise: 'leave' },
      { kind: 'task', text: 'Call about the renewal', dueInDays: 1 },
    ],
  },
  {
    key: 'win_back',
    name: 'Win back',
    about: 'A friendly email to former clients, one month and three months later.',
    trigger: { on: 'client_archived' },
    steps: [
      wait(30, 10),
      {
        kind: 'mail',
        subject: 'How are you, {firstName}?',
        text: 'Hi {firstName},\n\nit has been a month. How is your training going? If you would like to pick it up again together, reply to this email.\n\n{coachName}',
      },
      wait(60, 10),
      {
        kind: 'mail',
        subject: 'Your history is still here',
        text: 'Hi {firstName},\n\nyour workouts and your progress are where you left them. If you want to continue, I am glad to hear from you.\n\n{coachName}',
      },
    ],
  },
];
