import { fillText, firstNameOf, type StopReason } from '@stridewell/contract/flows/flows.rules';
import type { SequenceStep } from '@stridewell/contract/flows/flows.sequences';
import type { Hold, SkipReason } from '@stridewell/contract/flows/flows.sequences.rules';
import { waitEnds } from '@stridewell/contract/flows/flows.waits.rules';
import { emptyDays } from '@stridewell/contract/programs/programs.rules';
import { nextAllowed } from '@stridewell/contract/quiet-hours.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { v5 as uuidv5 } from 'uuid';
import type { Services } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { assignForm, isFormOpen } from '../checkins/checkins.plan.service.ts';
import { assignMealPlan, previewMealPlan } from '../meals/meals.assign.service.ts';
import { sendAutomaticMessage } from '../messages/messages.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { addTaskOfFlow, noteAutomaticMail } from '../pipeline/pipeline.automatic.service.ts';
import { listMealBlocks, listProgramBlocks } from '../planner/planner.screen.service.ts';
import { assignProgram, usualDates } from '../programs/programs.assign.service.ts';
import { readProgram } from '../programs/programs.service.ts';
import { hasTrainedSince } from './flows.causes.data.ts';
import { findLastSent, insertSent, type RunRow } from './flows.data.ts';
import { flowMail } from './flows.mails.ts';
import { addressDigestOf, createStopToken } from './flows.scopes.ts';
import { findLastMailTo, insertTask, isMailStopped, type SequenceRow } from './flows.sequences.data.ts';
import type { SequenceCoach, SequencePerson } from './flows.standing.service.ts';
import { capEnds, DAY_MS } from './flows.times.rules.ts';

/** Refusals of assignments that `blocksOf` rules out. */
export type StepRefusal = 'EMPTY_DAYS' | 'EMPTY_MEAL_DAYS';
export type StepTx = Tx<CoachScope, StepRefusal>;
export type StepDeps = Pick<Services, 'env' | 'mailer' | 'secret'>;

/** A run with what decides about its next step. */
export type Current = { run: RunRow; sequence: SequenceRow; person: SequencePerson; coach: SequenceCoach };

/** `skipNext`: a condition does not hold, and the step after it is left out. */
export type Taken =
  | { is: 'done' }
  | { is: 'skipped'; reason: SkipReason }
  | { is: 'skipNext' }
  | { is: 'waiting'; until: Date; held: Hold | null; from?: Date }
  | { is: 'leaving'; stopped: StopReason };

const DONE: Taken = { is: 'done' };
const skipped = (reason: SkipReason): Taken => ({ is: 'skipped', reason });
const held = (why: Hold, until: Date): Taken => ({ is: 'waiting', until, held: why });
const later = (now: Date) => new Date(now.getTime() + DAY_MS);

type Kind = SequenceStep['kind'];
type StepOf<Of extends Kind> = Extract<SequenceStep, { kind: Of }>;
type Take<Of extends Kind> = (
  tx: StepTx,
  deps: StepDeps,
  current: Current,
  step: StepOf<Of>,
  now: Date,
) => Promise<Taken>;

/** The reply that holds messages: one since the start of the run, or since the coach resumed it. */
async function holdOfReply({ run, sequence, person }: Current, now: Date): Promise<Date | null> {
  const { lastMessageAt } = person;
  if (!lastMessageAt || lastMessageAt <= (run.resumedAt ?? run.startedAt)) return null;
  const until = new Date(lastMessageAt.getTime() + (sequence.resumeDays ?? 0) * DAY_MS);
  if (until > now) return until;
  // Nothing automatic comes before the coach has read the client's words.
  return (await person.unread()) ? later(now) : null;
}

/** The reason to send a message or mail later; null when it can be sent now. */
async function putOff(tx: StepTx, current: Current, now: Date): Promise<Taken | null> {
  const { person, sequence } = current;
  if (person.audience === 'client') {
    const reply = await holdOfReply(current, now);
    if (reply) return held('reply', reply);
    if (await person.inDebt()) return held('payment', later(now));
  }
  const last = person.audience === 'lead' ? await findLastMailTo(tx, person.id) : await findLastSent(tx, person.id);
  const freeAt = last ? capEnds(last) : now;
  const quiet = { from: sequence.quietFrom, until: sequence.quietUntil };
  const allowed = nextAllowed(freeAt > now ? freeAt : now, quiet, person.timeZone);
  return allowed > now ? { is: 'waiting', until: allowed, held: null } : null;
}

const textFor = ({ person, coach }: Current, text: string): string =>
  fillText(text, { firstName: firstNameOf(person.name), coachName: coach.fullName }).trim();

const idOf = ({ run }: Current, step: SequenceStep): string => uuidv5(step.id, run.id);

/** Adds to the chain of automatic messages of a client, which holds the cap. */
const noteSent = async (tx: StepTx, current: Current, step: SequenceStep, now: Date): Promise<void> => {
  const { run, person } = current;
  const previousAt = await findLastSent(tx, person.id);
  const messageId = idOf(current, step);
  await insertSent(tx, { runId: run.id, stepId: step.id, clientId: person.id, messageId, sentAt: now, previousAt });
};

const takeMessage: Take<'message'> = async (tx, _deps, current, step, now) => {
  const { person } = current;
  if (!person.hasAccount) return held('invited', later(now));
  if (person.stoppedAt) return skipped('opted_out');
  const off = await putOff(tx, current, now);
  if (off) return off;
  await noteSent(tx, current, step, now);
  await sendAutomaticMessage(tx, person.id, { id: idOf(current, step), body: textFor(current, step.text), now });
  return DONE;
};

const takeMail: Take<'mail'> = async (tx, { env, mailer, secret }, current, step, now) => {
  const { person, coach } = current;
  const { coachId } = tx.scope;
  if (person.audience === 'client' && !person.hasAccount) return held('invited', later(now));
  if (person.email === '') return skipped('no_address');
  if (person.stoppedAt) return skipped('opted_out');
  const digest = addressDigestOf(coachId, person.email);
  if (await isMailStopped(tx, digest)) {
    return person.audience === 'client' ? skipped('unsubscribed') : { is: 'leaving', stopped: 'unsubscribed' };
  }
  const off = await putOff(tx, current, now);
  if (off) return off;
  const id = idOf(current, step);
  const [subject, text] = [textFor(current, step.subject), textFor(current, step.text)];
  if (person.audience === 'lead') await noteAutomaticMail(tx, { leadId: person.id, mailId: id, subject, text, now });
  else await noteSent(tx, current, step, now);
  const stopUrl = `${env.appUrl}/unsubscribe/${createStopToken(secret, coachId, digest)}`;
  const props = { subject, text, coachName: coach.fullName, stopUrl };
  const mail = { to: person.email, replyTo: coach.email, stopUrl, sender: coachId };
  await mailer.send({ ...mail, template: flowMail, props }, tx);
  return DONE;
};

const takeTask: Take<'task'> = async (tx, _deps, current, step, now) => {
  const { run, person, coach } = current;
  const dueOn = addDays(dayInZone(now, coach.timeZone), step.dueInDays);
  const id = idOf(current, step);
  if (person.audience === 'lead') {
    const isAdded = await addTaskOfFlow(tx, { id, leadId: person.id, text: step.text, dueOn, now });
    return isAdded ? DONE : skipped('full');
  }
  await insertTask(tx, { id, runId: run.id, clientId: person.id, text: step.text, dueOn, createdAt: now });
  await tellCoach(tx, current, `Task for ${person.name}`, step.text);
  return DONE;
};

/** Notifies the coach of something that a flow leaves to them. */
const tellCoach = (tx: StepTx, { person }: Current, title: string, message: string) =>
  notify(tx, {
    userId: tx.scope.coachId,
    type: 'flow_waiting',
    title,
    message,
    metadata: { coach_id: tx.scope.coachId, client_id: person.id },
  });

const takeForm: Take<'form'> = async (tx, _deps, { person }, { templateId }, now) => {
  if (!person.hasAccount) return held('invited', later(now));
  if (!(await isFormOpen(tx, templateId))) return skipped('gone');
  await assignForm(tx, { clientIds: [person.id], templateId });
  return DONE;
};

/** Waits with an assignment, and asks the coach once. */
async function askCoach(tx: StepTx, current: Current, what: string, now: Date): Promise<Taken> {
  const { run, person } = current;
  if (run.held !== 'screen') {
    await tellCoach(
      tx,
      current,
      `${person.name}: ${what} waits`,
      'The health questions are open or advise a look first.',
    );
  }
  return held('screen', later(now));
}

const takeProgram: Take<'program'> = async (tx, _deps, current, step, now) => {
  const { person, coach } = current;
  if (!person.hasAccount) return held('invited', later(now));
  const program = await readProgram(tx, step.programId);
  if (!program || emptyDays(program).length > 0) return skipped('gone');
  const blocks = await listProgramBlocks(tx, person.id, now);
  if (blocks.length > 0) return askCoach(tx, current, 'the program', now);
  const assignments = [{ id: idOf(current, step), clientId: person.id }];
  const dates = usualDates(program, { now, coach });
  await assignProgram(tx, { programId: step.programId, assignments, ...dates }, { now, coach });
  return DONE;
};

const takeMealPlan: Take<'meal_plan'> = async (tx, _deps, current, { planId, ...step }, now) => {
  const { person, coach } = current;
  if (!person.hasAccount) return held('invited', later(now));
  const found = await previewMealPlan(tx, { planId, clientId: person.id });
  if (!found) return skipped('gone');
  const blocks = await mealBlocksOf(tx, { clientId: person.id, coach }, found, now);
  if (blocks.length > 0) return askCoach(tx, current, 'the meal plan', now);
  const assignments = [{ id: idOf(current, { planId, ...step }), clientId: person.id }];
  const startDay = addDays(dayInZone(now, coach.timeZone), 1);
  const [result] = await assignMealPlan(tx, { planId, assignments, startDay, endDay: null }, { now, coach });
  return result?.outcome === 'too_many' ? skipped('full') : DONE;
};

type Previewed = NonNullable<Awaited<ReturnType<typeof previewMealPlan>>>;

type Screened = { clientId: string; coach: Pick<SequenceCoach, 'prescribes'> };

async function mealBlocksOf(
  tx: Tx<CoachScope>,
  { clientId, coach: { prescribes } }: Screened,
  { plan, warnings }: Previewed,
  now: Date,
): Promise<string[]> {
  const blocks = await listMealBlocks(tx, { clientId, plan }, { units: 'metric', now, prescribes });
  const foods = [...new Set(warnings.map(({ food }) => food))];
  return foods.length > 0 ? [...blocks, `The client may not be able to eat: ${foods.join(', ')}.`] : blocks;
}

/** Reasons against the assignment that a run waits with, for the coach. */
export async function blocksOf(tx: Tx<CoachScope>, of: Screened, step: SequenceStep, now: Date): Promise<string[]> {
  const { clientId } = of;
  if (step.kind === 'program') return listProgramBlocks(tx, clientId, now);
  if (step.kind !== 'meal_plan') return [];
  const found = await previewMealPlan(tx, { planId: step.planId, clientId });
  return found ? mealBlocksOf(tx, of, found, now) : [];
}

const takeWait: Take<'wait'> = async (_tx, _deps, { run, person }, step, now) => {
  const from = run.waitingFrom ?? now;
  const until = waitEnds(from, step, person.timeZone);
  return until > now ? { is: 'waiting', until, held: null, from } : DONE;
};

async function isTrue(
  tx: StepTx,
  { run, person }: Current,
  { of, days }: StepOf<'condition'>,
  now: Date,
): Promise<boolean> {
  switch (of) {
    case 'accepted':
      return person.hasAccount;
    case 'onboarded':
      return person.onboarded;
    case 'health':
      return person.hasHealth();
    case 'workout':
      return hasTrainedSince(tx, person.id, new Date(now.getTime() - (days ?? 0) * DAY_MS));
    case 'replied':
      return person.lastMessageAt !== null && person.lastMessageAt > run.startedAt;
  }
}

const takeCondition: Take<'condition'> = async (tx, _deps, current, step, now) => {
  if ((await isTrue(tx, current, step, now)) === step.is) return DONE;
  return step.otherwise === 'leave' ? { is: 'leaving', stopped: 'condition' } : { is: 'skipNext' };
};

/** Takes a step of a run in the transaction that moves the run on. */
export function takeStep(tx: StepTx, deps: StepDeps, current: Current, step: SequenceStep, now: Date): Promise<Taken> {
  switch (step.kind) {
    case 'message':
      return takeMessage(tx, deps, current, step, now);
    case 'mail':
      return takeMail(tx, deps, current, step, now);
    case 'task':
      return takeTask(tx, deps, current, step, now);
    case 'form':
      return takeForm(tx, deps, current, step, now);
    case 'program':
      return takeProgram(tx, deps, current, step, now);
    case 'meal_plan':
      return takeMealPlan(tx, deps, current, step, now);
    case 'wait':
      return takeWait(tx, deps, current, step, now);
    case 'condition':
      return takeCondition(tx, deps, current, step, now);
  }
}
