import {
  type ProspectStage,
  reachedAfter,
  stageAfter,
  stageAfterTouch,
} from '@stridewell/contract/prospects/prospects.rules';
import { v7 as uuidv7 } from 'uuid';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Touch, TouchTx } from '../../core/touches.ts';
import type { Tx } from '../../platform/db/database.ts';
import { auditAbout } from '../audit/audit.service.ts';
import {
  findFirstTouches,
  insertProspect,
  insertProspectEvent,
  insertTouch,
  lockProspect,
  type ProspectRow,
  type ProspectTx,
  updateProspectRow,
} from './prospects.data.ts';

type NewProspect = Pick<Touch, 'email' | 'name' | 'business' | 'phone' | 'kind' | 'at'>;

/** Locks the prospect with this address. Adds it in the stage "new" if it is missing. */
export async function ensureProspect(tx: ProspectTx, person: NewProspect): Promise<ProspectRow> {
  const { email, name, business = '', phone = '', kind, at } = person;
  const known = await lockProspect(tx, { email });
  if (known) return known;
  const { first = { kind, at }, heardFrom } = await findFirstTouches(tx, email);
  await insertProspect(tx, {
    id: uuidv7(),
    email,
    name,
    business,
    phone,
    heardFrom,
    stageSince: at,
    firstTouch: first.kind,
    firstTouchAt: first.at,
  });
  const added = await lockProspect(tx, { email });
  if (!added) throw new Error('an added prospect has no row');
  return added;
}

type StageChange = {
  to: ProspectStage;
  lostReason?: ProspectRow['lostReason'];
  /** The operator; null when a touch caused the change. */
  authorId: string | null;
  now: Date;
};

/** Changes the stage of a locked prospect and records the change. Only a lost prospect has a reason. */
export async function changeStage(
  tx: ProspectTx,
  row: ProspectRow,
  { to, lostReason = null, authorId, now }: StageChange,
): Promise<ProspectRow> {
  const reason = to === 'lost' ? lostReason : null;
  await insertProspectEvent(tx, {
    id: uuidv7(),
    prospectId: row.id,
    kind: 'moved',
    fromStage: row.stage,
    toStage: to,
    lostReason: reason,
    authorId,
    createdAt: now,
  });
  return updateProspectRow(tx, row.id, {
    stage: to,
    stageSince: now,
    lostReason: reason,
    ...reachedAfter(row, to, now),
  });
}

/**
 * Records a touch, and moves its prospect forward. Every touch except a contact form creates a prospect. A repeated
 * touch or a changed booking has no effect.
 */
export async function followTouch(tx: TouchTx, touch: Touch): Promise<void> {
  if (touch.demoAt === null || !(await insertTouch(tx, touch))) return;
  const prospect =
    touch.kind === 'contact_form' ? await lockProspect(tx, { email: touch.email }) : await ensureProspect(tx, touch);
  if (!prospect) return;
  const { heardFrom = '', coachId, at: now } = touch;
  const to = stageAfterTouch(prospect.stage, touch.kind);
  if (to !== prospect.stage) await changeStage(tx, prospect, { to, authorId: null, now });
  const learned = {
    ...(prospect.heardFrom === '' && heardFrom !== '' && { heardFrom }),
    ...(prospect.coachId === null && coachId !== undefined && { coachId }),
  };
  if (Object.keys(learned).length > 0) await updateProspectRow(tx, prospect.id, learned);
}

/** Moves the prospect with this address, if any, to contacted after an operator's mail. */
export async function noteContacted(tx: Tx<OperatorScope>, email: string, now: Date): Promise<void> {
  const prospect = await lockProspect(tx, { email });
  if (!prospect || prospect.stage === 'lost') return;
  const to = stageAfter(prospect.stage, 'contacted');
  if (to === prospect.stage) return;
  await changeStage(tx, prospect, { to, authorId: tx.scope.userId, now });
  const { id, stage } = prospect;
  auditAbout(tx, id, { action: 'prospect.moved', subjectId: id, before: { stage }, after: { stage: to } });
}
