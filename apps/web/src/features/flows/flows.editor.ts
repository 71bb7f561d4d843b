import { CAP_DAYS, QUIET_HOURS } from '@stridewell/contract/flows/flows.rules';
import type { Sequence, SequenceStep } from '@stridewell/contract/flows/flows.sequences';
import {
  type ConditionKind,
  RESUME_DAYS,
  type SequenceStepKind,
  type SequenceTriggerKind,
} from '@stridewell/contract/flows/flows.sequences.rules';
import type { SequenceTemplate } from '@stridewell/contract/flows/flows.templates';
import type { LeadStatus } from '@stridewell/contract/pipeline/pipeline.rules';
import { newId } from '../../lib/ids.ts';

/** A step as its fields hold it: numbers may be half typed, and a select holds text. */
export type StepValues = {
  id: string;
  kind: SequenceStepKind;
  text: string;
  subject: string;
  dueInDays: number | string;
  /** The form, program or meal plan. */
  choice: string;
  days: number | string;
  weekday: string;
  hour: string;
  of: ConditionKind;
  isNot: boolean;
  otherwise: 'leave' | 'skip';
};

export type SequenceValues = {
  name: string;
  on: SequenceTriggerKind;
  triggerDays: number | string;
  status: LeadStatus;
  steps: StepValues[];
  from: string;
  until: string;
  resumeDays: number | string;
  isOn: boolean;
};

export const stepValues = (kind: SequenceStepKind): StepValues => ({
  id: newId(),
  kind,
  text: '',
  subject: '',
  dueInDays: 1,
  choice: '',
  days: CAP_DAYS,
  weekday: '',
  hour: '',
  of: 'health',
  isNot: false,
  otherwise: 'skip',
});

type DraftStep = SequenceTemplate['steps'][number] & { id?: string };

const optional = (value: number | null): string => (value === null ? '' : String(value));

function valuesOfStep(step: DraftStep): StepValues {
  const values = stepValues(step.kind);
  if (step.id !== undefined) values.id = step.id;
  switch (step.kind) {
    case 'message':
      return Object.assign(values, { text: step.text });
    case 'mail':
      return Object.assign(values, { text: step.text, subject: step.subject });
    case 'task':
      return Object.assign(values, { text: step.text, dueInDays: step.dueInDays });
    case 'form':
      return Object.assign(values, { choice: step.templateId });
    case 'program':
      return Object.assign(values, { choice: step.programId });
    case 'meal_plan':
      return Object.assign(values, { choice: step.planId });
    case 'wait':
      return Object.assign(values, { days: step.days, weekday: optional(step.weekday), hour: optional(step.hour) });
    case 'condition':
      return Object.assign(values, {
        of: step.of,
        days: step.days ?? CAP_DAYS,
        isNot: !step.is,
        otherwise: step.otherwise,
      });
  }
}

const DAYS_BEFORE = 14;

/** The values of a stored flow, of a template, or of a blank one. */
export function valuesOf(source: Sequence | SequenceTemplate | null): SequenceValues {
  const trigger = source?.trigger ?? { on: 'client_joined' as const };
  const stored = source && 'resumeDays' in source ? source : null;
  return {
    name: source?.name ?? '',
    on: trigger.on,
    triggerDays: 'days' in trigger ? trigger.days : DAYS_BEFORE,
    status: 'status' in trigger ? trigger.status : 'pitched',
    steps: source ? source.steps.map(valuesOfStep) : [stepValues('message')],
    from: String(stored?.quiet.from ?? QUIET_HOURS.from),
    until: String(stored?.quiet.until ?? QUIET_HOURS.until),
    resumeDays: stored?.resumeDays ?? RESUME_DAYS.usual,
    isOn: stored?.isOn ?? true,
  };
}

const numberOrNull = (value: string): number | null => (value === '' ? null : Number(value));

export function toStep({ id, kind, ...step }: StepValues): Partial<SequenceStep> {
  switch (kind) {
    case 'message':
      return { id, kind, text: step.text };
    case 'mail':
      return { id, kind, subject: step.subject, text: step.text };
    case 'task':
      return { id, kind, text: step.text, dueInDays: Number(step.dueInDays) };
    case 'form':
      return { id, kind, templateId: step.choice };
    case 'program':
      return { id, kind, programId: step.choice };
    case 'meal_plan':
      return { id, kind, planId: step.choice };
    case 'wait':
      return { id, kind, days: Number(step.days), weekday: numberOrNull(step.weekday), hour: numberOrNull(step.hour) };
    case 'condition': {
      const days = step.of === 'workout' ? Number(step.days) : null;
      return { id, kind, of: step.of, days, is: !step.isNot, otherwise: step.otherwise };
    }
  }
}

export function triggerOf({ on, triggerDays, status }: Pick<SequenceValues, 'on' | 'triggerDays' | 'status'>) {
  if (on === 'program_ending' || on === 'renewal_due') return { on, days: Number(triggerDays) };
  return on === 'lead_moved' ? { on, status } : { on };
}

export const toSequenceInput = (values: SequenceValues) => ({
  name: values.name,
  trigger: triggerOf(values),
  steps: values.steps.map(toStep),
  quiet: { from: Number(values.from), until: Number(values.until) },
  resumeDays: Number(values.resumeDays),
  isOn: values.isOn,
});

const FIELD_OF: Readonly<Record<string, string>> = {
  templateId: 'choice',
  programId: 'choice',
  planId: 'choice',
  'trigger.days': 'triggerDays',
  'trigger.status': 'status',
  'quiet.from': 'from',
  'quiet.until': 'until',
};

/** The field that shows a problem at a path of the input. */
export function fieldFor(path: string): string {
  const own = path.replace(/^sequence\./, '');
  const last = own.split('.').at(-1) ?? '';
  return FIELD_OF[own] ?? (FIELD_OF[last] ? own.replace(last, FIELD_OF[last]) : own);
}
