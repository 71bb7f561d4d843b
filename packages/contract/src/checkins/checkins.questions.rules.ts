import { z } from 'zod';
import { line, text } from '../fields.ts';
import { FORM_LIMITS, formProblems, MEASUREMENT_SITES, PHOTO_SLOTS, type Question } from './checkins.forms.rules.ts';

/** Created by the form editor. */
export const questionId = z.string().regex(/^[a-z0-9-]{1,36}$/);
const common = {
  id: questionId,
  label: line(FORM_LIMITS.label),
  help: text(FORM_LIMITS.help),
  required: z.boolean(),
};
const { min: least, max: most } = FORM_LIMITS.number;
const bound = z.number('Please enter a number').min(least).max(most);
const whole = bound.int('Please enter a whole number');

export const question = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.literal('number'),
    unit: text(20),
    min: bound,
    max: bound,
    metric: z.enum(['weight_kg', 'sleep_hours']).nullable(),
  }),
  z.object({
    ...common,
    type: z.literal('scale'),
    min: whole,
    max: whole,
    step: whole.min(1, 'Please use steps of 1 or more'),
    minLabel: text(40),
    maxLabel: text(40),
    metric: z.enum(['adherence', 'nutrition', 'energy']).nullable(),
  }),
  z.object({
    ...common,
    type: z.literal('choice'),
    options: z.array(line(80)).min(2, 'Please give two options or more').max(FORM_LIMITS.options),
    several: z.boolean(),
  }),
  z.object({ ...common, type: z.literal('text'), long: z.boolean() }),
  z.object({ ...common, type: z.literal('photo'), slots: z.array(z.enum(PHOTO_SLOTS)).min(1).max(PHOTO_SLOTS.length) }),
  z.object({
    ...common,
    type: z.literal('measurements'),
    sites: z.array(z.enum(MEASUREMENT_SITES)).min(1, 'Please choose what is measured').max(MEASUREMENT_SITES.length),
  }),
]) satisfies z.ZodType<Question>;

/** Questions of a form. */
export const questions = z
  .array(question)
  .min(1, 'Please add a question')
  .max(FORM_LIMITS.questions, `Please use at most ${FORM_LIMITS.questions} questions`)
  .superRefine((asked, context) => {
    for (const message of formProblems(asked)) context.addIssue({ code: 'custom', message });
  });
